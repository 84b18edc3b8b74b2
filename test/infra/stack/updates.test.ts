import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import featureFlags from '../../../infra/stack/feature-flags.json' with { type: 'json' };
import { bundleFunctions } from '../../../infra/stack/function-code.ts';
import { PlantStoreStack } from '../../../infra/stack/plant-store-stack.ts';
import { readSettings, type Settings } from '../../../infra/stack/settings.ts';
import { resourcesOf, type Template } from '../../synthesized.ts';

/** What a deployed stage may be given, all but its name: another name is another stack. */
const changes = {
  disposable: { disposable: true },
  gradual: { gradual: false },
  throttleRate: { throttleRate: 5 },
  throttleBurst: { throttleBurst: 7 },
  replicaRegions: { replicaRegions: 'eu-west-1' },
  logRetentionDays: { logRetentionDays: 3 },
  alarmEmail: { alarmEmail: 'on-call@example.com' },
  repositoryUrl: { repositoryUrl: 'https://github.com/example/plants' },
  domain: {
    domainName: 'plants.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234',
  },
} satisfies Record<string, Partial<Record<keyof Settings, unknown>>>;
const names = Object.keys(changes) as (keyof typeof changes)[];

// What CloudFormation cannot change in place: "Update requires: Replacement".
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-api.html
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-logs-loggroup.html
const lasting = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::Logs::LogGroup': ['LogGroupName', 'LogGroupClass'],
};

using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-updates-'));
const app = new App({
  outdir: outdir.path,
  context: featureFlags,
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
});
const code = bundleFunctions(join(outdir.path, 'code'));
const alone = names.map((name) => [name]);
const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
const stacks = [[], ...alone, ...pairs, names].map((given) => {
  const context = Object.assign({ stage: 'test' }, ...given.map((name) => changes[name]));
  const props = { settings: readSettings(context), code, stackName: 'PlantStore-test' };
  return new PlantStoreStack(app, ['With', ...given].join('-'), props);
});
const assembly = app.synth();
const templates: Template[] = stacks.map(
  ({ artifactId }) => assembly.getStackArtifact(artifactId).template,
);
const [none, ...others] = templates as [Template, ...Template[]];

// All are compared with one: what is equal to it is equal among each other, whichever way a setting goes.
describe('an update of a stage, by each setting, each two and all of them', () => {
  it('knows each setting, and each changes something', () => {
    const given = Object.values(changes).flatMap((change) => Object.keys(change));
    expect(['stage', ...given].toSorted()).toEqual(Object.keys(readSettings({})).toSorted());
    const eachAlone = templates.slice(0, 1 + names.length).map(({ Resources }) =>
      // The id of the authorizer's permission differs in any case, by the name of the stack here.
      JSON.stringify(Object.values(Resources)),
    );
    expect(new Set(eachAlone).size).toBe(1 + names.length);
  });

  it('makes no new version of the same function, which CloudFormation would refuse', () => {
    expect(versions(none)).toHaveLength(2);
    for (const other of others) expect(versions(other)).toEqual(versions(none));
  });

  it('replaces neither table, API nor log group', () => {
    expect(whatLasts(none).map((resources) => resources.length)).toEqual([2, 1, 3]);
    for (const other of others) expect(whatLasts(other)).toEqual(whatLasts(none));
  });
});

// "A version for this Lambda function exists": https://github.com/aws/aws-cdk/issues/11537
function versions(template: Template): string[] {
  return Object.keys(resourcesOf('AWS::Lambda::Version', template));
}

function whatLasts(template: Template) {
  return Object.entries(lasting).map(([type, properties]) =>
    Object.entries(resourcesOf(type, template)).map(([id, { Properties }]) => [
      id,
      properties.map((property) => Properties[property]),
    ]),
  );
}
