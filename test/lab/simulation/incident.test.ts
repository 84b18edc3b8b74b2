import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { template } from '../../synthesized.ts';
import { digestOf, incidentOf } from './incident.ts';
import { incidentTable, withIncident } from './incident-table.ts';
import { serviceOf } from './service.ts';

const incident = incidentOf(template, serviceOf(template));
const svg = readFileSync('test/lab/simulation/results/incident.svg', 'utf8');

function isOn(alarm: string, minute: number): boolean {
  return incident.states.some(
    (one) => one.alarm === alarm && one.from <= minute && minute < one.to,
  );
}

it('pages for the outage within five minutes, and for nothing else', () => {
  const [outage, release] = incident.phases;
  expect(isOn('Unavailable', Number(outage?.from))).toBe(false);
  expect(isOn('Unavailable', Number(outage?.from) + 5)).toBe(true);
  const called = incident.states.filter(({ kind, calls }) => kind === 'page' && calls);
  expect(called.map(({ alarm }) => alarm)).toEqual(['Unavailable']);
  expect(isOn('Slow', Number(outage?.from) + 6)).toBe(true);
  // The bad release is rolled back without a page.
  expect(isOn('UnexpectedFailure', Number(release?.to))).toBe(false);
});

it('takes the bad release back while it has a tenth of the traffic', () => {
  const [, release] = incident.phases;
  expect(isOn('CreatePlantRelease', Number(release?.to))).toBe(true);
  expect(Number(release?.to) - Number(release?.from)).toBeLessThan(6);
});

it('is told in the runbook as it is simulated', () => {
  const runbook = readFileSync('infra/docs/RUNBOOK.md', 'utf8');
  expect(runbook).toBe(withIncident(runbook, incidentTable(incident)));
  expect(() => withIncident('', '')).toThrow('The page has no <!-- incident -->');
});

it('is drawn as it is simulated today, with every widget of the dashboard', () => {
  const widgets = dashboardBody(template);
  expect(svg).toContain(`data-of="${digestOf(widgets, incident)}"`);
  for (const { properties } of widgets) {
    const title = properties.title ?? properties.markdown?.replace('## ', '');
    expect(svg).toContain(`>${title?.replace("'", '&#39;')}</text>`);
  }
});
