import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import { type LiveFunction, liveFunctions } from '../../../../shared/stage/template.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import { differs } from '../comparison.ts';
import { detailOf } from '../difference.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { configurationOf, configurationParts } from '../kinds/function-configuration.ts';
import { askFunction } from '../kinds/functions.ts';
import { askAliasConfiguration, askVersionConfigurations } from '../kinds/versions.ts';
import { aws, night } from '../mends.ts';
import type { Context, Subject } from './subject.ts';

interface LiveAnswer {
  readonly fn: Expected;
  /** The version of the template. */
  readonly deployed: string;
  /** The version that clients get. */
  readonly live: string | undefined;
  /** Of the live version. */
  readonly configuration: AwsAnswer<FunctionConfiguration>;
  readonly versions: AwsAnswer<readonly FunctionConfiguration[]>;
}

/** Whether the versions that clients get run, how they are configured, and to which versions one could roll back. */
export const liveVersions: Subject<readonly LiveAnswer[]> = {
  async ask(asking, { stage, expected }) {
    const functions = liveFunctions(stage.template);
    const answers = await Promise.all(functions.map((one) => askLive(asking, one, expected)));
    return answers.filter((one) => one !== undefined);
  },

  judge(answers, context) {
    return {
      findings: [
        ...answers.flatMap(notRunning),
        ...answers.flatMap((one) => otherConfiguration(one, context)),
      ],
      notes: answers.flatMap((one) => noOlderVersion(one, context)),
    };
  },
};

/** Undefined if the function or its alias was never made. */
async function askLive(
  asking: Asking,
  { name, alias }: LiveFunction,
  expected: readonly Expected[],
): Promise<LiveAnswer | undefined> {
  const fn = expected.find(({ logicalId }) => logicalId === name);
  const wanted = expected.find(({ logicalId }) => logicalId === alias)?.properties;
  if (fn?.physicalId === undefined || wanted === undefined) return undefined;
  const [aliasName, deployed] = [String(wanted['Name']), String(wanted['FunctionVersion'])];
  const [its, configuration, versions] = await Promise.all([
    askAliasConfiguration(asking, fn.physicalId, aliasName),
    askFunction(asking, fn.physicalId, aliasName),
    askVersionConfigurations(asking, fn.physicalId),
  ]);
  return { fn, deployed, live: known(its)?.FunctionVersion, configuration, versions };
}

function notRunning({ fn, configuration }: LiveAnswer): Finding[] {
  const { State, StateReasonCode } = known(configuration) ?? {};
  if (State !== 'Failed' && State !== 'Inactive') return [];
  return [
    {
      rank: State === 'Failed' ? 'STOPS' : 'HURTS',
      what: `Lambda cannot start ${fn.logicalId}: ${State}, ${StateReasonCode}.`,
      means: 'Its requests fail.',
      runbook: 'when-a-store-fails',
      commands: [],
      about: fn.logicalId,
    },
  ];
}

/** While a release moves, the template is not complete yet. kinds/versions.ts reports an alias with another version. */
function otherConfiguration({ fn, deployed, live, versions }: LiveAnswer, { stage }: Context) {
  if (live !== deployed || stage.status.endsWith('IN_PROGRESS')) return [];
  const all = (known(versions) ?? []).filter(({ Version }) => Version !== '$LATEST');
  const own = all.find(({ Version }) => Version === live);
  if (own === undefined) return [];
  const right = all.filter((one) => differences(one, fn).length === 0);
  const [newest] = right.map(({ Version }) => Number(Version)).toSorted((a, b) => b - a);
  const next = Math.max(...all.map(({ Version }) => Number(Version))) + 1;
  return differences(own, fn).map(
    ({ path, rank, detail }): Finding => ({
      rank,
      what: `Version ${live} of ${fn.logicalId}, which clients get, has another ${path} than in the template.`,
      means:
        newest === undefined
          ? 'Nobody can change a version, so make another one of the function, after the repair.'
          : 'Nobody can change a version. Another one has what the template wants: see that its code is good.',
      detail,
      runbook: 'changed-by-hand',
      commands:
        newest === undefined
          ? [
              night(stage, 'repair'),
              aws('lambda publish-version', { 'function-name': fn.physicalId }),
              night(stage, 'roll-back', fn.logicalId, '--to', `${next}`),
            ]
          : [night(stage, 'roll-back', fn.logicalId, '--to', `${newest}`)],
      about: fn.logicalId,
      property: path,
    }),
  );
}

/** What of a version is not as the template wants the function. */
function differences(version: FunctionConfiguration, { properties }: Expected) {
  const actual = configurationOf(version, properties);
  return Object.entries(configurationParts)
    .filter(([path, part]) => differs(path, actual, properties, part))
    .map(([path, { rank, unset, exact }]) => {
      const found = propertyAt(actual, path) ?? unset;
      const wanted = propertyAt(properties, path) ?? unset;
      return { path, rank, detail: detailOf(path, found, wanted, exact) };
    });
}

function noOlderVersion({ fn, live, versions }: LiveAnswer, { stage }: Context) {
  const all = known(versions);
  if (all === undefined || live === undefined) return [];
  if (all.some(({ Version }) => Number(Version) < Number(live))) return [];
  return [
    {
      topic: 'no version to roll back to',
      text: `${fn.logicalId} has no older version than ${live}, so nobody can roll it back. Go back by a deploy.`,
      commands: [night(stage, 'deploy', 'COMMIT', '--back')],
    },
  ];
}
