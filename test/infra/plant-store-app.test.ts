import { readFileSync } from 'node:fs';
import { CfnResource, type Stack, TagManager, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import project from '../../cdk.json' with { type: 'json' };
import { plantStoreApp } from '../../infra/plant-store-app.ts';
import { synthesize } from '../../infra/synthesize.ts';
import { slow } from '../slow.ts';
import {
  code,
  template as production,
  resourceOf,
  resourcesOf,
  type Template,
  templatePath,
} from '../synthesized.ts';
import { synthesizedWith } from '../synthesized-with.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('synthesis', slow, () => {
  it('gives the same template again', () => {
    const outdir = temporaryFolder();
    const stack = synthesize({ outdir }).getStackByName('PlantStore');
    expect(readFileSync(stack.templateFullPath)).toEqual(readFileSync(templatePath));
    expect(stack.terminationProtection).toBe(true);
  });

  // A literal account or region would change the names of assets, and so make new versions of the same functions.
  it('gives the same template for each account and region', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code });
    const { account, region } = app.node.findChild('PlantStore') as Stack;
    expect([account, region].every(Token.isUnresolved)).toBe(true);
  });

  it('fails on a finding that nobody acknowledged', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code, builtinCloudFormationValidation: false });
    new Bucket(app.node.findChild('PlantStore'), 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });
});

it.each([
  [{ stage: 'test' }, 1],
  [{ alarmEmail: 'on-call@example.com' }, 0],
  [{ alarmEmail: 'none' }, 0],
  [{ stage: 'test', disposable: true }, 0],
])('of a stage with %j, %i warning says that nobody gets its alarms', (context, count) => {
  const app = plantStoreApp({ outdir: temporaryFolder(), code, context });
  const metadata = app.node.findAll().flatMap(({ node }) => node.metadata);
  const warnings = metadata.flatMap(({ type, data }) => (type === 'aws:cdk:warning' ? data : []));
  const nobody =
    /^Nobody gets a mail when an alarm of PlantStore-test fires. Set alarmEmail .* \[ack: plant-store:nobody-is-called\]$/;
  expect(warnings).toEqual(Array(count).fill(expect.stringMatching(nobody)));
});

it('tags each resource that can have tags, so that a bill can be split by stage', () => {
  const stack = plantStoreApp({ outdir: temporaryFolder(), code }).node.findChild('PlantStore');
  const taggable = stack.node.findAll().filter((node) => TagManager.of(node) !== undefined);
  const ids = taggable.flatMap((node) =>
    CfnResource.isCfnResource(node) ? (stack as Stack).resolve(node.logicalId) : [],
  );
  expect(ids.length).toBeGreaterThan(40);
  for (const id of ids) {
    const { Tags } = production.Resources[id]?.Properties ?? {};
    const tags = Array.isArray(Tags)
      ? Tags.map(({ Key, Value }) => [Key, Value])
      : Object.entries(Object(Tags));
    expect(Object.fromEntries(tags), id).toEqual({ service: 'plant-store', stage: 'production' });
  }
});

describe('a disposable stage', () => {
  const rates = { throttleRate: '5', throttleBurst: '7' };
  const context = { stage: 'test', disposable: true, ...rates, probe: true, logRetentionDays: 3 };
  const stack = synthesizedWith(context).getStackByName('PlantStore-test');
  const template: Template = stack.template;

  it('is a stack of its own that leaves nothing behind', () => {
    expect(stack.terminationProtection).toBe(false);
    expect(JSON.stringify(template)).not.toContain('Retain');
    const tables = Object.values(resourcesOf('AWS::DynamoDB::GlobalTable', template));
    const replicas = tables.flatMap(({ Properties }) => Properties['Replicas']);
    const logs = Object.values(resourcesOf('AWS::Logs::LogGroup', template));
    expect(logs).not.toEqual([]);
    // Also false in a stage that was protected before.
    for (const one of [...replicas, ...logs.map(({ Properties }) => Properties)])
      expect(one).toHaveProperty('DeletionProtectionEnabled', false);
    for (const { Properties } of logs) expect(Properties).toHaveProperty('RetentionInDays', 3);
  });

  it('has no name of production, which would stop its deploy', () => {
    const isName = /^(Alarm|Application|Dashboard|Function|Role|Table|Topic)Name$/;
    const namesIn = ({ Resources }: Template) =>
      Object.values(Resources)
        .flatMap(({ Properties }) => Object.entries(Properties))
        .filter(([property]) => isName.test(property))
        .map(([, value]) => JSON.stringify(value))
        // CloudFormation makes the name of another resource.
        .filter((name) => !/"(Ref|Fn::GetAtt)":\[?"(?!AWS::)/.test(name));
    expect(namesIn(template)).not.toEqual([]);
    expect(namesIn(template).filter((name) => namesIn(production).includes(name))).toEqual([]);
  });

  // updates.test.ts compares the code.
  it('is released as production, but at once', () => {
    const typesOf = ({ Resources }: Template) => Object.values(Resources).map(({ Type }) => Type);
    expect(typesOf(template)).toEqual(typesOf(production));
    const staging = synthesizedWith({ ...project.context, stage: 'staging' }).stacks[0]?.template;
    const others = Object.entries(production.Resources).filter(([id]) => !id.includes('Probe'));
    expect(typesOf(staging)).toEqual(others.map(([, { Type }]) => Type));
    for (const group of Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup', template))) {
      expect(group.Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaAllAtOnce');
    }
    expect(resourceOf('AWS::ApiGatewayV2::Stage', template).Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 },
    });
  });
});
