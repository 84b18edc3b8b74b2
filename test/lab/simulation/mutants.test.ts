import { expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { meaningsOfMissing } from '../../infra/monitoring/metric-expression.ts';
import { template } from '../../synthesized.ts';
import { mutantsOf } from './mutants.ts';
import { observerOf, rulesOf } from './rules.ts';

const rules = rulesOf(template);

it('every change of a definition breaks a rule', () => {
  const mutants = mutantsOf(template);
  expect(mutants.length).toBeGreaterThan(400);
  const every = fullOrShort({ full: 1, short: 23 });
  const alive = mutants
    .filter((_, index) => index % every === 0)
    .filter(({ alarm, template: changed }) => {
      const observed = observerOf(changed);
      // The likely ones first.
      const [about = [], others = []] = [true, false].map((is) =>
        rules.filter(({ expects }) => alarm in expects === is),
      );
      return [...about, ...others].every((rule) =>
        meaningsOfMissing.every((missing) => isSame(observed(rule, missing), rule.expects)),
      );
    });
  expect(alive.map(({ says }) => says)).toEqual([]);
});

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
