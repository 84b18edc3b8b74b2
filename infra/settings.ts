import { Problem } from './project/problem.ts';
import { count, flag, list, oneOf, type Setting, text } from './setting-kinds.ts';

// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

// SNS sends a mail, or a request to a pager.
const address = /^([^\s@,:]+@[^\s@,]+\.[^\s@,]+|https:\/\/[^\s,/]+\.[^\s,]+)$/;
const addresses = 'addresses such as team@example.com,https://pager.example.com/key';

// The largest item takes this.
const leastWriteUnits = 400;
// The quota of a table: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
const mostWriteUnits = 40_000;

export interface Settings {
  readonly stage: string;
  readonly disposable: boolean;
  readonly gradual: boolean;
  readonly throttleRate: number;
  readonly throttleBurst: number;
  readonly maxWriteUnits: number;
  readonly architecture: 'arm64' | 'x86_64';
  readonly probe: boolean;
  readonly monitoring: boolean;
  readonly logRetentionDays: (typeof retentionDays)[number];
  /** Empty if nobody is to be called. Undefined if nobody has decided it: then each synthesis warns. */
  readonly alarmEmail: readonly string[] | undefined;
  readonly ticketEmail: readonly string[] | undefined;
  readonly commit: string | undefined;
  readonly repositoryUrl: string | undefined;
  readonly domainName: string | undefined;
  readonly certificateArn: string | undefined;
}

type Definitions = { readonly [Key in keyof Settings]: Setting<NonNullable<Settings[Key]>> };

/** Every setting of `-c key=value`, and of a stage in cdk.json: docs/DEPLOY.md says what it does. */
const definitions: Definitions = {
  stage: text(/^[a-z](-?[a-z0-9]){0,19}$/, 'a short name such as test or feature-7'),
  disposable: flag,
  gradual: flag,
  throttleRate: count(1, 1_000_000),
  throttleBurst: count(1, 1_000_000),
  maxWriteUnits: count(leastWriteUnits, mostWriteUnits),
  // `sam local invoke` has no option for it, and uses the one of the template.
  architecture: oneOf('arm64', 'x86_64'),
  probe: flag,
  monitoring: flag,
  logRetentionDays: oneOf(...retentionDays),
  alarmEmail: list(address, addresses),
  ticketEmail: list(address, addresses),
  commit: text(/^[0-9a-f]{7,40}$/, 'the id of a commit'),
  repositoryUrl: text(/^https:\/\/[^\s]*[^\s/]$/, 'an https URL without a slash at its end'),
  domainName: text(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/,
    'a name such as api.example.com',
  ),
  certificateArn: text(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/,
    'the ARN of an ACM certificate in the region of the stack',
  ),
};

type Context = Readonly<Record<string, unknown>>;
const production = 'production';

/** A disposable stage costs nothing without requests, and no alarm stops its deploys. */
function defaultsOf({ disposable = false, throttleRate = 1000 }: Partial<Settings>): Settings {
  return {
    stage: production,
    disposable,
    gradual: !disposable,
    throttleRate,
    // Each request of a burst can start an instance of both functions: together 1,000, the usual quota of an account.
    throttleBurst: 500,
    // A write unit is 1 KB: at the full rate, plants can have 4 KB on average.
    maxWriteUnits: Math.min(Math.max(4 * throttleRate, leastWriteUnits), mostWriteUnits),
    architecture: 'arm64',
    probe: !disposable,
    monitoring: !disposable,
    logRetentionDays: 365,
    alarmEmail: undefined,
    ticketEmail: undefined,
    commit: undefined,
    repositoryUrl: undefined,
    domainName: undefined,
    certificateArn: undefined,
  };
}

/** Turns CDK context into settings: those of the stage in cdk.json, unless `-c` overrides them. */
export function readSettings(context: Context): Settings {
  const { stages = {}, ...others } = context;
  if (!isRecord(stages)) {
    throw new Problem('stages must be an object whose keys are names of stages.');
  }
  // Checks all stages, so that a mistake is found before that stage is deployed.
  for (const [name, ofStage] of Object.entries(stages)) checkStage(name, ofStage);
  const ours = Object.entries(others).filter(([key]) => !ownedByCdk.test(key));
  const given = Object.fromEntries(ours);
  const stage = readSetting('stage', definitions.stage, given['stage'] ?? production);
  // By a Map: `stages['constructor']` of an object is there, also if no stage has this name.
  const ofStage = new Map(Object.entries(stages)).get(stage);
  return settingsOf({ ...(isRecord(ofStage) && ofStage), ...given });
}

// Feature flags, and the keys that `cdk migrate`, `cdk acknowledge` and `cdk cli-telemetry` write.
const ownedByCdk =
  /^(aws:cdk:|@aws-cdk(-containers)?\/|(cdk-migrate|acknowledged-issue-numbers|cli-telemetry)$)/;

function checkStage(name: string, ofStage: unknown): void {
  readSetting('a name in stages', definitions.stage, name);
  if (!isRecord(ofStage)) {
    throw new Problem(`stages.${name} must be an object whose keys are settings.`);
  }
  if ('stage' in ofStage) throw new Problem(`stages.${name} must not contain stage.`);
  settingsOf({ ...ofStage, stage: name }, `stages.${name}.`);
}

/** `where` begins the names in messages. */
function settingsOf(values: Context, where = ''): Settings {
  const entries = Object.entries(values).map(([key, value]) => {
    if (!Object.hasOwn(definitions, key)) throw unknownSetting(`${where}${key}`);
    const setting: Setting<unknown> = definitions[key as keyof typeof definitions];
    return [key, readSetting(`${where}${key}`, setting, value)];
  });
  const read: Partial<Settings> = Object.fromEntries(entries);
  const settings = { ...defaultsOf(read), ...read };
  if (settings.disposable && settings.stage === production) {
    throw new Problem(`${where}disposable must be false for production.`);
  }
  if ((settings.domainName === undefined) !== (settings.certificateArn === undefined)) {
    throw new Problem(`${where}domainName and certificateArn go together: set both or neither.`);
  }
  return settings;
}

function unknownSetting(name: string): Problem {
  const names = Object.keys(definitions).join(', ');
  return new Problem(
    `${name} is not a setting. Remove it from the command, cdk.json or ~/.cdk.json. The settings are ${names}.`,
  );
}

function readSetting<T>(name: string, setting: Setting<T>, value: unknown): T {
  // `-c` gives strings. cdk.json can also have numbers and booleans.
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  const result = isScalar ? setting.parse(String(value)) : undefined;
  if (result !== undefined) return result;
  throw new Problem(`${name} must be ${setting.expected}, not ${JSON.stringify(value)}.`);
}

function isRecord(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
