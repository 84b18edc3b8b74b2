import type { Template } from '../../synthesized.ts';
import { badVersions, healthy, healthyProbe, mixed } from './faults.ts';
import { seeded } from './random.ts';
import { type Readings, type Service, simulate } from './simulate.ts';

/** How a function's new version gets its traffic, and which alarms roll it back. */
export interface Rollout {
  readonly minutes: number;
  /** Of the traffic, in a minute since it began. */
  readonly shareAt: (minute: number) => number;
  readonly faults: readonly string[];
}

export function rolloutOf({ Resources }: Template, fn: string): Rollout {
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
  const [, percent, every] =
    /^CodeDeployDefault\.LambdaLinear(\d+)PercentEvery(\d+)Minutes?$/.exec(configuration) ?? [];
  if (every === undefined) throw new Error(`Unknown deployment configuration: ${configuration}`);
  const [share, step] = [Number(percent) / 100, Number(every)];
  return {
    minutes: step * (1 / share - 1),
    shareAt: (minute) => share * (1 + Math.floor(minute / step)),
  };
}

export interface Release {
  readonly version: keyof typeof badVersions;
  /** The share of its calls that the new version fails. */
  readonly failing: number;
  readonly perSecond: number;
}

interface Outcome {
  readonly isRolledBack: boolean;
  /** Requests that failed because of it until then, or until it had all traffic. */
  readonly hurt: number;
}

const minutesBefore = 20;

/** The end of a release that the check before traffic let pass, by each reading. */
function outcomesOf(
  service: Service,
  { minutes, shareAt, faults }: Rollout,
  { version, failing, perSecond }: Release,
  seed: number,
  readings: Readings,
): Outcome[] {
  const begin = minutesBefore + seeded(seed)();
  const shareOf = (minute: number) => {
    const part = Math.max(0, Math.min(1, minute + 1 - begin));
    return part === 0 ? 0 : part * failing * shareAt(Math.max(0, minute - begin));
  };
  const at = (minute: number) => {
    const share = shareOf(minute);
    const shares = mixed(healthy(perSecond), 1, badVersions[version](share, perSecond), 1);
    // A run of the probe fails if both of its tries reach the new version, and fail there.
    return { perSecond, shares, probeFails: Math.max(healthyProbe, share ** 2) };
  };
  const ends = Object.keys(readings).map((): Outcome | undefined => undefined);
  let hurt = 0;
  const run = { seed, minutes: Math.ceil(begin + minutes), readings, at };
  const isWatched = ({ name }: { readonly name: string }) => faults.includes(name);
  simulate(service, { ...run, isWatched }, (end, looks) => {
    const added: number[] = Object.values(badVersions[version](shareOf(end - 1), perSecond));
    const inMinute = 60 * perSecond * added.reduce((sum, share) => sum + share, 0);
    hurt += inMinute;
    looks.forEach(({ isOn }, index) => {
      // CodeDeploy can look up to a minute later.
      if (end > begin && faults.some(isOn))
        ends[index] ??= { isRolledBack: true, hurt: hurt + inMinute };
    });
    return !ends.includes(undefined);
  });
  return ends.map((outcome) => outcome ?? { isRolledBack: false, hurt });
}

/** For each reading: the share that was rolled back, and how many requests failed until then on average. */
export function releasesOf(
  service: Service,
  rollout: Rollout,
  release: Release,
  readings: Readings,
  runs: number,
): Record<string, { readonly share: number; readonly hurt: number }> {
  const trials = Array.from({ length: runs }, (_, seed) =>
    outcomesOf(service, rollout, release, seed, readings),
  );
  const meanOf = (index: number, value: (outcome: Outcome) => number) =>
    trials.reduce((sum, trial) => sum + value(trial[index] as Outcome), 0) / runs;
  const byReading = Object.keys(readings).map((name, index) => [
    name,
    {
      share: meanOf(index, ({ isRolledBack }) => Number(isRolledBack)),
      hurt: meanOf(index, ({ hurt }) => hurt),
    },
  ]);
  return Object.fromEntries(byReading);
}
