import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { template } from '../../synthesized.ts';
import { incidentOf, withIncident } from './incident.ts';
import { incidentPicture } from './incident-picture.ts';

const incident = incidentOf(template);
const [outage, release] = incident.phases;

function isOn(alarm: string, minute: number): boolean {
  return incident.states.some(
    (one) => one.alarm === alarm && one.from <= minute && minute < one.to,
  );
}

it('pages for the outage within five minutes, and for nothing else', () => {
  expect(isOn('Unavailable', Number(outage?.from))).toBe(false);
  expect(isOn('Unavailable', Number(outage?.from) + 5)).toBe(true);
  const called = incident.states.filter(({ kind, calls }) => kind === 'page' && calls);
  expect(called.map(({ alarm }) => alarm)).toEqual(['Unavailable']);
  expect(isOn('Slow', Number(outage?.from) + 6)).toBe(true);
});

it('rolls the bad release back while it has a tenth of the traffic, without a page', () => {
  expect(isOn('CreatePlantRelease', Number(release?.to))).toBe(true);
  expect(Number(release?.to) - Number(release?.from)).toBeLessThan(6);
  expect(isOn('UnexpectedFailure', Number(release?.to))).toBe(false);
});

it('is in the runbook, and drawn, as it is simulated', () => {
  const runbook = readFileSync('infra/docs/RUNBOOK.md', 'utf8');
  expect(runbook).toBe(withIncident(runbook, incident));
  expect(() => withIncident('', incident)).toThrow('The page has no <!-- incident -->');
  const svg = readFileSync('test/lab/simulation/results/incident.svg', 'utf8');
  expect(svg).toBe(incidentPicture(dashboardBody(template), incident));
});
