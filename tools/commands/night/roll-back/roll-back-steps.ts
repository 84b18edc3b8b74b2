import { Problem } from '../../../../infra/project/problem.ts';
import type { Plan } from '../../../shared/stage/plan.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import type { LiveFunction } from '../../../shared/stage/template.ts';
import { until } from '../../../shared/stage/until.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { utc } from '../../../shared/terminal/utc.ts';
import { type Alias, askAliasAt, pointAlias } from '../alias.ts';
import type { StageContext } from '../stage-command.ts';
import { askVersions, type Version } from '../versions.ts';
import { type Release, stopRelease } from './releases.ts';

/** A function of the stage, the version that clients get, and the release that moves. */
export interface FunctionState {
  readonly fn: LiveFunction;
  readonly alias: Alias;
  readonly release: Release | undefined;
}

/** Stops a release that moves. */
export function planStop(
  { clients: { codedeploy, lambda }, stage }: StageContext,
  { fn: { name }, alias }: FunctionState,
  release: Release,
): Plan {
  // CodeDeploy does not name them before it has begun.
  const { from = alias.version, to = 'the new one', percent } = release;
  const hasAll = async () => {
    const { version, divides } = await askAliasAt(lambda, alias);
    return version === from && !divides;
  };
  const goal = `version ${from} of ${name} has all requests`;
  return {
    steps: [
      {
        does: `Stop the release of ${name} from version ${from} to ${to}, which has ${percent} % of its requests`,
        work: () => stopRelease(codedeploy, release),
      },
      {
        does: `Wait until ${goal}`,
        work: (pause) => until(goal, hasAll, { everySeconds: 3, atMostSeconds: 180 }, pause),
      },
    ],
    undo: 'deploy the same commit again.',
    afterwards: [
      'CloudFormation takes the whole deploy back, at most within an hour. Until then, it takes no other deploy.',
      goodCode(stage),
    ],
  };
}

/** Gives all requests to an older version, or to the one that somebody named. Without steps, it says why. */
export async function planMove(
  { clients: { lambda }, stage, terminal: { note } }: StageContext,
  { fn: { name }, alias }: FunctionState,
  wanted: string | undefined,
): Promise<Plan> {
  const versions = await askVersions(lambda, alias.FunctionName);
  for (const version of versions.slice(0, 5)) note(lineOfVersion(version, name, alias));
  const chosen = wanted ?? usualVersion(versions, alias);
  if (chosen === undefined) {
    const deploy = typed('night', `deploy COMMIT --back --stack ${stage.stackName}`);
    throw new Problem(
      `${name} has no version before ${alias.version}. Deploy good code: ${deploy}`,
    );
  }
  if (!versions.some(({ number }) => number === chosen)) {
    throw new Problem(`${name} has no version ${chosen}: name one of this list.`);
  }
  if (chosen === alias.version && !alias.divides) {
    note(
      wanted === undefined
        ? `Clients already get an older version of ${name} than the newest. For another one, add --to and its number.`
        : `Clients already get version ${chosen} of ${name}.`,
    );
    return { steps: [], undo: 'nothing is to be undone.', afterwards: [] };
  }
  return {
    steps: [
      {
        does: `Give all requests of ${name} to version ${chosen}, in the place of ${alias.version}`,
        work: () => pointAlias(lambda, alias, chosen),
      },
    ],
    undo: typed('night', `roll-back ${name} --to ${alias.version} --stack ${stage.stackName}`),
    // The newest version has the code that is deployed.
    afterwards: chosen === versions[0]?.number ? [] : [goodCode(stage)],
  };
}

function goodCode({ stackName }: Stage): string {
  const deploy = typed('night', `deploy COMMIT --back --stack ${stackName}`);
  return `Then deploy the last good code by hand, because the next deploy brings the bad code again: ${deploy}`;
}

/** The version before the one that clients get; or that one, if it is older than the newest, or shares the requests. */
function usualVersion(versions: readonly Version[], { version, divides }: Alias) {
  const [newest] = versions;
  if (divides || (newest && newest.number !== version)) return version;
  return versions[1]?.number;
}

function lineOfVersion({ number, made }: Version, name: string, { version }: Alias): string {
  const live = number === version ? ' (clients get it)' : '';
  return `${name} ${number}, made at ${utc(made)}${live}`;
}
