import { describe, expect, it } from 'vitest';
import { alarmsOf, type MetricAlarm } from '../../lab/simulation/alarms.ts';
import { observerOf, rulesOf } from '../../lab/simulation/rules.ts';
import { template } from '../../synthesized.ts';
import { domainIn, synthesizedWith } from '../../synthesized-with.ts';
import { meaningsOfMissing } from './metric-expression.ts';

const observed = observerOf(template);

// docs/DECISIONS.md: "Each expression that compares is `… * n / n`: without `n`, both readings have no result."
// docs/DEPLOY.md: "The alarms are right by both."
// docs/RUNBOOK.md: "most pages for an hour or two, `ProbeSilent` for minutes, `BudgetBurn` for up to six hours,"
// docs/RUNBOOK.md: "For half an hour there were requests, but no lines in `access`."
// docs/RUNBOOK.md: "(the second and the third only together)"
// docs/DECISIONS.md: "**Alarms do not depend on what a missing value means.**"
describe.each(meaningsOfMissing)('if %s', (missing) => {
  // docs/RUNBOOK.md: "Requests fail by our fault: 5xx, 429 by the stage's throttle, error 1000 or 1006."
  // docs/RUNBOOK.md: "Or the probe got two wrong answers within minutes."
  // docs/RUNBOOK.md: "It waits four minutes, and calls nobody while [Unavailable](#unavailable) is on."
  // docs/RUNBOOK.md: "Then its end is not reported either"
  // docs/DEPLOY.md: "To list the addresses for urgent alarms, then for tickets"
  // docs/REGIONS.md: "`ProbeFails` is on and [Unavailable](RUNBOOK.md#unavailable) pages"
  // docs/RUNBOOK.md: "`FailingByGateway`, `ProbeFails` and `ProbeFailsAgain` raise `Unavailable`"
  // docs/RUNBOOK.md: "An alarm stays on as long as the fault is in its time window"
  // docs/RUNBOOK.md: "close its incident on `OK`"
  // docs/RUNBOOK.md: "For half an hour CreatePlant was called, but its log has no lines."
  // docs/RUNBOOK.md: "In three minutes of five, traffic was above 85 % of the stage's throttle."
  // docs/COST.md: "An [alarm](RUNBOOK.md#nearthrottle) comes at 85 % of the throttle"
  it.each(rulesOf(template))('$says', (rule) => {
    expect(observed(rule, missing)).toEqual(rule.expects);
  });
});

it('a probe without any run is silent also if FILL makes no values of nothing', () => {
  const alarm = [...alarmsOf(template).values()].find(({ name }) => name === 'ProbeSilent');
  expect(alarm).toMatchObject({ missingIsBreaching: true });
});

// docs/REGIONS.md: "`CertificateExpires` watches the certificate"
it('a certificate that ends within 30 days, or is not counted any more, is a ticket', () => {
  const domain = domainIn('eu-central-1');
  const withDomain = synthesizedWith(domain).getStackByName('PlantStore').template;
  const alarms = [...alarmsOf(withDomain).values()];
  const alarm = alarms.find(({ name }) => name === 'CertificateExpires') as MetricAlarm;
  for (const formula of Object.values(alarm.formulas)) {
    const isBad = (days: number) => alarm.isBreaching(Number(formula([days])));
    expect([isBad(30), isBad(29)]).toEqual([false, true]);
  }
  expect(alarm).toMatchObject({ calls: 'ticket', reportsEnd: true, missingIsBreaching: true });
  expect(JSON.stringify(withDomain.Resources)).toContain(
    `"Dimensions":[{"Name":"CertificateArn","Value":"${domain.certificateArn}"}]`,
  );
  // AWS counts the days twice a day.
  expect(alarm).toMatchObject({ period: 24 * 60, needed: 1, of: 1, warmUp: 2 * 24 * 60 });
  expect(alarm.metrics).toEqual([
    { metric: 'AWS/CertificateManager DaysToExpiry', stat: 'Minimum' },
  ]);
});
