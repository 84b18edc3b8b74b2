import type { Stage } from '../stage.ts';
import { liveFunctions } from '../template.ts';
import type { Finding } from './finding.ts';
import { night } from './mends.ts';

/** After a function was rolled back, its alarms stay on for hours. Rolled back again, it would get an even older version. */
export function afterARollBack(stage: Stage, findings: readonly Finding[]): Finding[] {
  const moved = findings.flatMap(({ property, about }) =>
    property === 'FunctionVersion' ? (about ?? []) : [],
  );
  const names = liveFunctions(stage.template)
    .filter(({ alias }) => moved.includes(alias))
    .map(({ name }) => name);
  if (names.length === 0) return [...findings];
  const rollBacks = names.map((name) => night(stage, 'roll-back', name));
  return findings.map((one) => {
    const commands = one.commands.filter((line) => !rollBacks.includes(line));
    const isRepair = commands.includes(night(stage, 'repair'));
    const sentence = isRepair ? ' A repair also gives clients the deployed version again.' : '';
    return { ...one, commands, means: `${one.means}${sentence}` };
  });
}
