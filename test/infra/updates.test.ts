import { isDeepStrictEqual } from 'node:util';
import { App, Validations } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import project from '../../cdk.json' with { type: 'json' };
import { functions } from '../../functions/service.ts';
import { ServiceStack } from '../../infra/service-stack.ts';
import { readSettings } from '../../infra/settings.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';
import {
  code,
  customDomain,
  liveNames,
  otherSettings,
  resourceOf,
  resourcesOf,
  type Template,
} from '../setup/synthesized.ts';

const { stage, domainName: _, certificateArn: __, ...single } = otherSettings;
const each = {
  ...Object.fromEntries(Object.entries(single).map(([name, value]) => [name, { [name]: value }])),
  domain: customDomain,
};
/** Changes of a deployed stage. Another name is another stack. */
const changes = { none: {}, ...each, all: Object.assign({}, ...Object.values(each)) };

// What CloudFormation cannot change in place: "Update requires: Replacement".
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html
const lasting = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::Logs::LogGroup': ['LogGroupName', 'LogGroupClass'],
};

/** Each in an app of its own, so that they differ only by the change. */
function templateWith(change: object): Template {
  const app = new App({
    outdir: temporaryFolder(),
    context: { ...project.context, 'aws:cdk:disable-creation-stack-traces': true },
    treeMetadata: false,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  for (const id of ['nobody-is-called', 'nobody-gets-tickets', 'no-alarms']) {
    const reason = 'Nothing here is deployed.';
    Validations.of(app).acknowledge({ id: `Annotation::plant-store:${id}`, reason });
  }
  const settings = readSettings({ stage, ...change });
  const { stackName } = new ServiceStack(app, `PlantStore-${stage}`, { settings, code });
  return app.synth().getStackByName(stackName).template;
}

const names = Object.keys(changes) as (keyof typeof changes)[];
const templates = new Map<string, Template>();

/** Made when a test first asks for it, so that a synthesis that fails is red by its setting. */
function templateOf(name: (typeof names)[number]): Template {
  const template = templates.get(name) ?? templateWith(changes[name]);
  templates.set(name, template);
  return template;
}

// Each template is compared with the first. Templates that are equal to it are also equal to each other.
describe.each(names)('an update of a stage, by the setting %s', slow, (name) => {
  // "A version for this Lambda function exists": https://github.com/aws/aws-cdk/issues/11537
  it('makes no new version of the same function, which CloudFormation would refuse', () => {
    const [template, none] = [templateOf(name), templateOf('none')];
    for (const fn of liveNames) {
      const versionIn = (from: Template) =>
        Object.keys(resourcesOf('AWS::Lambda::Version', from)).find((id) => id.startsWith(fn));
      const isSame = isDeepStrictEqual(template.Resources[fn], none.Resources[fn]);
      expect(versionIn(template) === versionIn(none), fn).toBe(isSame);
    }
  });

  it('has an effect', () => {
    expect(isDeepStrictEqual(templateOf(name), templateOf('none'))).toBe(name === 'none');
  });

  it('replaces neither table, API nor log group', () => {
    const before = lastingParts(templateOf('none'));
    expect(Object.keys(before).length).toBeGreaterThan(5);
    expect(lastingParts(templateOf(name))).toEqual(before);
  });
});

it('the throttle is that of the settings', () => {
  const { Properties } = resourceOf('AWS::ApiGatewayV2::Stage', templateOf('all'));
  expect(Properties['DefaultRouteSettings']).toMatchObject({
    ThrottlingRateLimit: single.throttleRate,
    ThrottlingBurstLimit: single.throttleBurst,
  });
});

function lastingParts(template: Template) {
  // A stage can be without a function that no client waits for. Its log is deleted with it.
  const others = Object.keys(functions).filter((name) => !liveNames.some((fn) => fn === name));
  const parts = Object.entries(lasting).flatMap(([type, properties]) =>
    Object.entries(resourcesOf(type, template))
      .filter(([id]) => !others.some((name) => id.startsWith(`${name}Logs`)))
      .map(([id, { Properties }]) => [id, properties.map((property) => Properties[property])]),
  );
  return Object.fromEntries(parts);
}
