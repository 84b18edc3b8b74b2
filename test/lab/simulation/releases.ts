import type { Template } from '../../synthesized.ts';
import type { Reading } from './calls.ts';
import { healthy, healthyProbe } from './faults.ts';
import { seeded } from './random.ts';
import type { Service } from './service.ts';
import { authorizedShare, type Shares, trafficOf } from './traffic.ts';
import { watch } from './watch.ts';

/** How a function's new version gets its traffic, and which alarms roll it back. */
export interface Rollout {
  readonly minutes: number;
  /** Of the traffic, in a minute since it began. */
  readonly shareAt: (minute: number) => number;
  readonly faults: readonly string[];
}

export function rolloutOf({ Resources }: Template, fn: 'CreatePlant' | 'Authorize'): Rollout {
  const group = Object.values(Resources).find(
    ({ Type, Properties }) =>
      Type === 'AWS::CodeDeploy::DeploymentGroup' && Properties['DeploymentGroupName'] === fn,
  )?.Properties;
  const { Alarms } = Object(group?.['AlarmConfiguration']) as {
    Alarms: readonly { readonly Name: { readonly Ref: string } }[];
  };
  const faults = Alarms.map(({ Name: { Ref } }) =>
    String(Resources[Ref]?.Properties['AlarmName']).replace('PlantStore-', ''),
  );
  return { faults, ...stepsOf(String(group?.['DeploymentConfigName'])) };
}

/** https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html#deployment-configuration-lambda */
export function stepsOf(configuration: string): Pick<Rollout, 'minutes' | 'shareAt'> {
  const [, kind, percent, every] =
    /^CodeDeployDefault\.Lambda(Canary|Linear)(\d+)Percent(?:Every)?(\d+)Minutes?$/.exec(
      configuration,
    ) ?? [];
  if (kind === undefined) throw new Error(`Unknown deployment configuration: ${configuration}`);
  const [share, step] = [Number(percent) / 100, Number(every)];
  return kind === 'Canary'
    ? { minutes: step, shareAt: () => share }
    : {
        minutes: step * (1 / share - 1),
        shareAt: (minute) => share * (1 + Math.floor(minute / step)),
      };
}

/** How a new version fails, by the share of all requests that it fails. */
const badVersions = {
  'CreatePlant crashes': (share: number) => ({ crashed: share }),
  'CreatePlant answers 1000': (share: number) => ({ '1000': share }),
  'CreatePlant answers 1006': (share: number) => ({ '1006': share }),
  'CreatePlant answers 1003': (share: number) => ({ mistaken: share }),
  'Authorize crashes': (share: number, perSecond: number) => ({
    undecided: share * authorizedShare(perSecond),
  }),
  'Authorize answers 403': (share: number, perSecond: number) => ({
    refused: share * authorizedShare(perSecond),
    refusedAgain: share * (1 - authorizedShare(perSecond)),
  }),
} satisfies Record<string, (share: number, perSecond: number) => Shares>;

export interface Release {
  readonly version: keyof typeof badVersions;
  /** The share of its calls that the new version fails. */
  readonly failing: number;
  readonly perSecond: number;
  readonly seed: number;
}

interface Outcome {
  readonly isRolledBack: boolean;
  /** Requests that failed because of it until then, or until it had all traffic. */
  readonly hurt: number;
}

const minutesBefore = 20;

/** The end of a release that the hook let pass, by each reading. */
function outcomesOf(
  { alarms, metrics }: Service,
  { minutes, shareAt, faults }: Rollout,
  { version, failing, perSecond, seed }: Release,
  readings: readonly Reading[],
): Outcome[] {
  const random = seeded(seed);
  const traffic = trafficOf(metrics, random);
  const watches = readings.map((late) =>
    watch(alarms, traffic, late(random), ({ name }) => faults.includes(name)),
  );
  const begin = minutesBefore + random();
  const ends = readings.map((): Outcome | undefined => undefined);
  let hurt = 0;
  const last = Math.ceil(begin + minutes);
  for (let end = 1; end <= last; end += 1) {
    const part = Math.max(0, Math.min(1, end - begin));
    const share = part === 0 ? 0 : part * failing * shareAt(Math.max(0, end - 1 - begin));
    const added: Record<string, number> = badVersions[version](share, perSecond);
    const shares: Record<string, number> = { ...healthy(perSecond) };
    let failed = 0;
    for (const [outcome, more] of Object.entries(added)) {
      shares[outcome] = (shares[outcome] ?? 0) + more;
      failed += more;
    }
    // A run of the probe fails if both of its tries reach the new version, and fail there.
    traffic.add({ perSecond, shares, probeFails: Math.max(healthyProbe, share ** 2) });
    const before = hurt;
    hurt += 60 * perSecond * failed;
    watches.forEach(({ look, isOn }, index) => {
      look(end);
      if (end > begin && ends[index] === undefined && faults.some(isOn))
        // CodeDeploy can look up to a minute later.
        ends[index] = { isRolledBack: true, hurt: hurt + (hurt - before) };
    });
    if (ends.every((outcome) => outcome !== undefined)) break;
  }
  return ends.map((outcome) => outcome ?? { isRolledBack: false, hurt });
}

/** For each reading: the share that was rolled back, and how many requests failed until then on average. */
export function releasesOf<Name extends string>(
  service: Service,
  template: Template,
  release: Omit<Release, 'seed'>,
  readings: Readonly<Record<Name, Reading>>,
  runs: number,
): Record<Name, { readonly share: number; readonly hurt: number }> {
  const [fn] = release.version.split(' ') as ['CreatePlant' | 'Authorize'];
  const rollout = rolloutOf(template, fn);
  const trials = Array.from({ length: runs }, (_, seed) =>
    outcomesOf(service, rollout, { ...release, seed }, Object.values(readings)),
  );
  const names = Object.keys(readings) as Name[];
  const byReading = names.map((name, index) => {
    const outcomes = trials.flatMap((trial) => trial[index] ?? []);
    return [
      name,
      {
        share: outcomes.filter(({ isRolledBack }) => isRolledBack).length / runs,
        hurt: outcomes.reduce((sum, { hurt }) => sum + hurt, 0) / runs,
      },
    ];
  });
  return Object.fromEntries(byReading);
}
