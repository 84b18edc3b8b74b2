import { Problem } from '../problem.ts';
import { regionProblem } from './regions.ts';
import { flag, list, oneOf, optional, type Setting, text, wholeNumber } from './setting.ts';

// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
export const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

const email = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const region = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Every setting: what `-c key=value` may say, and cdk.json for a stage. */
const definitions = {
  stage: text('production', /^[a-z](-?[a-z0-9]){0,19}$/, 'a short name such as test or feature-7'),
  disposable: flag(false),
  // False deploys at once, for a repair that no alarm of the fault may hold up.
  gradual: flag(true),
  throttleRate: wholeNumber(1000, 1_000_000),
  // All of a burst may be cold at once, create and authorize: within the 1,000 instances of an account that is not new.
  throttleBurst: wholeNumber(500, 1_000_000),
  // `sam local invoke` runs what the template says, and has no option for it.
  architecture: oneOf<'arm64' | 'x86_64'>('arm64', ['arm64', 'x86_64']),
  // Owns the tables. With it, each of replicaRegions gets a stack that serves from its replicas.
  homeRegion: optional(region, 'a region such as eu-central-1'),
  replicaRegions: list(
    region,
    'distinct regions such as eu-west-1,us-east-2, for a stack that exists one more or one less at a time',
  ),
  strongConsistency: flag(false),
  witnessRegion: optional(region, 'a region such as eu-west-3'),
  logRetentionDays: oneOf<(typeof retentionDays)[number]>(365, retentionDays),
  // Who is woken, and who looks in the morning.
  alarmEmail: optional(email, 'an e-mail address'),
  ticketEmail: optional(email, 'an e-mail address'),
  // Where the alarms' runbook can be read: https://github.com/owner/name.
  repositoryUrl: optional(/^https:\/\/[^\s]*[^\s/]$/, 'an https URL without a slash at its end'),
  domainName: optional(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'a name such as plants.example.com',
  ),
  certificateArn: list(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/,
    'the ARN of a certificate in ACM, in the region of the stack, or one for each region',
  ),
};

type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Settings = {
  readonly [Key in keyof typeof definitions]: ValueOf<(typeof definitions)[Key]>;
};

/** Its message is one sentence for whoever typed the command. */
export class SettingsError extends Problem {
  override readonly name = 'SettingsError';
}

/** Turns CDK context into settings: those that cdk.json keeps for the stage, unless `-c` says otherwise. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const { stages = {}, ...given } = context;
  if (!isRecord(stages)) throw refusal('stages must be an object, by the names of stages');
  // All, so that a mistake in one is told before the night when it is deployed.
  for (const [name, kept] of Object.entries(stages)) checkStage(name, kept);
  const stage = readSetting('stage', definitions.stage, given['stage']);
  const kept = Object.entries(stages).find(([name]) => name === stage)?.[1];
  return settingsOf({ ...(isRecord(kept) && kept), ...given });
}

function checkStage(name: string, kept: unknown): void {
  readSetting('a name in stages', definitions.stage, name);
  if (!isRecord(kept)) throw refusal(`stages.${name} must be an object, by the names of settings`);
  if ('stage' in kept) throw refusal(`stages.${name}.stage is what ${name} says already`);
  settingsOf({ ...kept, stage: name }, `stages.${name}.`);
}

function settingsOf(values: Readonly<Record<string, unknown>>, where = ''): Settings {
  const unknown = Object.keys(values).find((key) => !isSetting(key) && !isOwnedByCdk(key));
  if (unknown !== undefined) throw refusal(`${where}${unknown} is no setting`);
  const entries = Object.entries(definitions).map(([key, setting]) => [
    key,
    readSetting(`${where}${key}`, setting, values[key]),
  ]);
  const settings: Settings = Object.fromEntries(entries);
  if (settings.disposable && settings.stage === definitions.stage.initial) {
    throw refusal(`${where}disposable is for a stage of its own, since production keeps its data`);
  }
  if ((settings.domainName === undefined) !== (settings.certificateArn.length === 0)) {
    throw refusal(`${where}domainName and certificateArn need each other`);
  }
  const problem = regionProblem(settings);
  if (problem !== undefined) throw refusal(`${where}${problem}`);
  return settings;
}

function readSetting(name: string, setting: Setting<unknown>, value: unknown): unknown {
  if (value === undefined) return setting.initial;
  const result = isScalar(value) ? setting.parse(String(value)) : undefined;
  if (result !== undefined) return result;
  throw refusal(`${name} must be ${setting.expected}, not ${JSON.stringify(value)}`);
}

function refusal(problem: string): SettingsError {
  return new SettingsError(
    `${problem}; the settings are ${Object.keys(definitions).join(', ')}, and stages in cdk.json.`,
  );
}

function isSetting(key: string): boolean {
  return Object.hasOwn(definitions, key);
}

// The CLI, feature flags, `cdk migrate` and `cdk acknowledge` keep keys of their own in the context.
function isOwnedByCdk(key: string): boolean {
  return /^(aws:cdk:|@aws-cdk(-containers)?\/|cdk-migrate$|acknowledged-issue-numbers$)/.test(key);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// `-c` gives strings, cdk.json numbers and booleans, too.
function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
