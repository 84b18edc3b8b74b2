import { App, Validations } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import project from '../../cdk.json' with { type: 'json' };
import { PlantStoreStack } from '../../infra/plant-store-stack.ts';
import { readSettings, type Settings } from '../../infra/settings.ts';
import { code, resourcesOf, type Template } from '../synthesized.ts';
import { customDomain } from '../synthesized-with.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Changes of a deployed stage: all settings except its name, because another name is another stack. */
const changes = {
  disposable: { disposable: true },
  gradual: { gradual: false },
  throttleRate: { throttleRate: 5 },
  throttleBurst: { throttleBurst: 7 },
  architecture: { architecture: 'x86_64' },
  probe: { probe: false },
  logRetentionDays: { logRetentionDays: 3 },
  alarmEmail: { alarmEmail: 'on-call@example.com' },
  ticketEmail: { ticketEmail: 'team@example.com' },
  repositoryUrl: { repositoryUrl: 'https://github.com/example/plants' },
  domain: customDomain,
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

const outdir = temporaryFolder();
const app = new App({
  outdir,
  context: { ...project.context, 'aws:cdk:disable-creation-stack-traces': true },
  treeMetadata: false,
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
});
Validations.of(app).acknowledge({
  id: 'Annotation::plant-store:nobody-is-called',
  reason: 'Nothing here is deployed.',
});
const alone = names.map((name) => [name]);
const stacks = [[], ...alone, names].map((given) => {
  const context = Object.assign({ stage: 'test' }, ...given.map((name) => changes[name]));
  const props = { settings: readSettings(context), code, stackName: 'PlantStore-test' };
  return { given, stack: new PlantStoreStack(app, ['With', ...given].join('-'), props) };
});
const assembly = app.synth();
const updates = stacks.map(({ given, stack }) => {
  const template: Template = assembly.getStackArtifact(stack.artifactId).template;
  return { given, template };
});
const none = updates[0]?.template as Template;

// Each template is compared with the first. Templates that are equal to it are also equal to each other.
describe('an update of a stage, by each setting and by all of them', () => {
  it('has each setting, and each changes something', () => {
    const given = Object.values(changes).flatMap((change) => Object.keys(change));
    const settings = new Set(['stage', ...given]);
    expect([...settings].toSorted()).toEqual(Object.keys(readSettings({})).toSorted());
    const eachAlone = updates.slice(0, 1 + names.length).map(({ template }) =>
      // The id of the authorizer's permission always differs, because it contains the name of the stack here.
      JSON.stringify(Object.values(template.Resources)),
    );
    expect(new Set(eachAlone).size).toBe(1 + names.length);
  });

  // "A version for this Lambda function exists": https://github.com/aws/aws-cdk/issues/11537
  it('makes no new version of the same function, which CloudFormation would refuse', () => {
    const versions = (template: Template) =>
      Object.keys(resourcesOf('AWS::Lambda::Version', template));
    expect(versions(none)).toHaveLength(2);
    for (const { given, template } of updates) {
      const kept = versions(template).filter((id) => versions(none).includes(id));
      // The only setting that changes a function itself.
      const isChanged = given.includes('architecture');
      expect(kept, given.join(' and ')).toHaveLength(isChanged ? 0 : 2);
    }
  });

  it('replaces neither table, API nor log group', () => {
    expect(lastingParts(none).map((resources) => resources.length)).toEqual([2, 1, 3]);
    for (const { template } of updates) expect(lastingParts(template)).toEqual(lastingParts(none));
  });

  it('to and from a gradual release changes only how the two aliases move', () => {
    const atOnce = updates.find(({ given }) => given.join() === 'gradual')?.template as Template;
    const policiesOf = (template: Template) =>
      JSON.stringify(template).match(/"UpdatePolicy"/g)?.length ?? 0;
    expect([policiesOf(none), policiesOf(atOnce)]).toEqual([2, 0]);
    const others = ({ Resources }: Template) =>
      Object.values(Resources).map((resource) => ({
        ...resource,
        UpdatePolicy: undefined,
        Metadata: undefined,
      }));
    expect(others(atOnce)).toEqual(others(none));
  });
});

function lastingParts(template: Template) {
  return Object.entries(lasting).map(([type, properties]) =>
    Object.entries(resourcesOf(type, template))
      // The log of the probe is deleted with the probe.
      .filter(([id]) => !id.startsWith('Probe'))
      .map(([id, { Properties }]) => [id, properties.map((property) => Properties[property])]),
  );
}
