import type { Stage } from '../stage.ts';
import { liveFunctions } from '../template.ts';
import type { Finding } from './finding.ts';

/** After a function was rolled back, its alarms stay on for hours. Rolled back again, it would get an even older version. */
export function afterARollBack(stage: Stage, findings: readonly Finding[]): Finding[] {
  const moved = findings.flatMap(({ property, about }) =>
    property === 'FunctionVersion' ? (about ?? []) : [],
  );
  const names = liveFunctions(stage.template)
    .filter(({ alias }) => moved.includes(alias))
    .map(({ name }) => name);
  if (names.length === 0) return [...findings];
  return findings.map((one) => {
    const commands = one.commands.filter((line) => !isRollBackOf(names, line));
    const repairs = commands.some((line) => line.startsWith('npm run night -- repair '));
    const sentence = repairs ? ' A repair also gives clients the deployed version again.' : '';
    return { ...one, commands, means: `${one.means}${sentence}` };
  });
}

/** To the version before, and not to a named one. */
function isRollBackOf(names: readonly string[], line: string): boolean {
  return names.some((name) => line.startsWith(`npm run night -- roll-back ${name} --stack `));
}
