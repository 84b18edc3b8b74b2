import type { Stage } from '../../../shared/stage/stage.ts';
import { liveFunctions } from '../../../shared/stage/template.ts';
import { type Command, isNight } from './command.ts';
import type { Finding } from './finding.ts';

/** After a function was rolled back, its alarms stay on for hours. Rolled back again, it would get an even older version. */
export function withoutSecondRollBack(stage: Stage, findings: readonly Finding[]): Finding[] {
  const moved = findings.flatMap(({ property, about }) =>
    property === 'FunctionVersion' ? (about ?? []) : [],
  );
  const names = liveFunctions(stage.template)
    .filter(({ alias }) => moved.includes(alias))
    .map(({ name }) => name);
  if (names.length === 0) return [...findings];
  return findings.map((one) => {
    const commands = one.commands.filter((command) => !rollsBack(command, names));
    const isRepair = commands.some((command) => isNight(command, 'repair'));
    const sentence = isRepair ? ' A repair also gives clients the deployed version again.' : '';
    return { ...one, commands, means: `${one.means}${sentence}` };
  });
}

/** Without `--to`, it goes back by one version. */
function rollsBack(command: Command, names: readonly string[]): boolean {
  if (!isNight(command, 'roll-back')) return false;
  const [name = '', ...options] = command.words;
  return names.includes(name) && options.length === 0;
}
