import type { Template } from '../../synthesized.ts';
import { type Alarms, alarmNamed, readings } from './cloudwatch.ts';
import { healthy } from './faults.ts';
import { seeded } from './random.ts';
import { timeline } from './timeline.ts';
import { addMinute, authorizedShare } from './traffic.ts';

/** How a function's new version gets its traffic, and which alarms take it back. */
export interface Rollout {
  readonly fn: 'CreatePlant' | 'Authorize';
  readonly minutes: number;
  /** Of the traffic, in a minute since it began. */
  readonly shareAt: (minute: number) => number;
  readonly faults: readonly string[];
}

export function rolloutOf({ Resources }: Template, fn: Rollout['fn']): Rollout {
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
  return { fn, faults, ...stepsOf(String(group?.['DeploymentConfigName'])) };
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

export interface Release {
  /** Of its calls, how many the new version fails. */
  readonly failing: number;
  readonly perSecond: number;
  readonly seed: number;
}

export interface Outcome {
  readonly takenBack: boolean;
  /** Requests that failed because of it until then, or until it had all traffic. */
  readonly hurt: number;
}

const minutesBefore = 20;

/** What becomes of a release that the hook let pass, by each reading. */
export function outcomesOf(alarms: Alarms, rollout: Rollout, release: Release): Outcome[] {
  const { fn, minutes, shareAt, faults } = rollout;
  const { failing, perSecond, seed } = release;
  const random = seeded(seed);
  const data = timeline();
  const usual = healthy(perSecond);
  for (let minute = 0; minute < minutesBefore; minute += 1) {
    addMinute(data, random, perSecond, usual);
  }
  const [called, outcome] =
    fn === 'CreatePlant'
      ? ([1, 'crashed'] as const)
      : ([authorizedShare(perSecond), 'undecided'] as const);
  const hurt = [0];
  for (let minute = 0; minute < minutes; minute += 1) {
    const share = shareAt(minute) * called * failing;
    addMinute(data, random, perSecond, { ...usual, [outcome]: (usual[outcome] ?? 0) + share });
    hurt.push((hurt[minute] ?? 0) + 60 * perSecond * share);
  }
  const areOn = faults.map((name) => alarmNamed(alarms, name));
  return readings.map((reading) => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      if (areOn.some((isOn) => isOn(data, minutesBefore + minute, reading))) {
        // CodeDeploy may look a minute later.
        return { takenBack: true, hurt: hurt[Math.min(minute + 1, minutes)] ?? 0 };
      }
    }
    return { takenBack: false, hurt: hurt[minutes] ?? 0 };
  });
}
