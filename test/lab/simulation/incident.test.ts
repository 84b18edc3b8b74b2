import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { template } from '../../synthesized.ts';
import { alarmsOf } from './cloudwatch.ts';
import { digestOf, incidentOf } from './incident.ts';
import { incidentTable, withIncident } from './incident-table.ts';

const incident = incidentOf(template, alarmsOf(template));
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
  expect(isOn('Unavailable', Number(release?.from))).toBe(false);
  expect(isOn('UnexpectedFailure', Number(outage?.from) + 5)).toBe(false);
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
