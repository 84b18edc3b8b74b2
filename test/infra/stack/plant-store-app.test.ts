import { readFileSync } from 'node:fs';
import { cx_api, Stack, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import featureFlags from '../../../infra/stack/feature-flags.json' with { type: 'json' };
import { plantStoreApp } from '../../../infra/stack/plant-store-app.ts';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import {
  code,
  template as production,
  resourceOf,
  resourcesOf,
  type Template,
  templatePath,
} from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('synthesis', () => {
  it('gives the same template again', () => {
    const outdir = temporaryFolder();
    const stack = synthesize({ outdir }).getStackByName('PlantStore');
    expect(readFileSync(stack.templateFullPath)).toEqual(readFileSync(templatePath));
    expect(stack.terminationProtection).toBe(true);
  });

  // A literal account or region would change the names of assets, and so make new versions of the same functions.
  it('gives the same template for each account and region', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code, region: 'us-east-2' });
    const { account, region } = app.node.findChild('PlantStore') as Stack;
    expect([account, region].every(Token.isUnresolved)).toBe(true);
  });

  it('fails on a finding that nobody acknowledged', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code, builtinCloudFormationValidation: false });
    new Bucket(app.node.findChild('PlantStore'), 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });

  it('fails on a wrong setting before it bundles anything', () => {
    const outdir = temporaryFolder();
    expect(() => synthesize({ outdir, context: { colour: 'green' } })).toThrow(
      'colour is not a setting.',
    );
  });
});

describe('a warning', () => {
  const warningsOf = (context: Record<string, unknown>) => {
    const app = plantStoreApp({ outdir: temporaryFolder(), code, context });
    const all = app.node.findAll().filter(Stack.isStack);
    return all.flatMap(({ node }) =>
      node.metadata.flatMap(({ type, data }) => (type === 'aws:cdk:warning' ? [data] : [])),
    );
  };
  const alarmEmail = 'on-call@example.com';

  it('says at each synth and deploy of a kept stage that nobody gets its alarms', () => {
    const nobody = expect.stringMatching(
      /^Nobody gets a mail when an alarm of PlantStore-test fires. Set alarmEmail .* \[ack: plant-store:nobody-is-called\]$/,
    );
    expect(warningsOf({ stage: 'test' })).toEqual([nobody]);
    // One for all regions.
    const replicas = { homeRegion: 'eu-central-1', replicaRegions: 'eu-west-1,us-east-2' };
    expect(warningsOf({ stage: 'test', ...replicas })).toEqual([nobody]);
    expect(warningsOf({ alarmEmail })).toEqual([]);
    expect(warningsOf({ alarmEmail: 'none' })).toEqual([]);
    expect(warningsOf({ stage: 'test', disposable: true })).toEqual([]);
  });
});

it('takes the feature flags of a file: each that the installed aws-cdk-lib recommends', () => {
  const known = Object.keys(cx_api.CURRENTLY_RECOMMENDED_FLAGS);
  expect(Object.keys(featureFlags).sort()).toEqual(known.sort());
  const app = plantStoreApp({ outdir: temporaryFolder(), code });
  expect(app.node.getAllContext()).toMatchObject(featureFlags);
});

describe('a disposable stage', () => {
  const context = {
    stage: 'test',
    disposable: 'true',
    throttleRate: '5',
    throttleBurst: '7',
    probe: 'true',
    logRetentionDays: '3',
  };

  const stack = synthesizedWith(context).getStackByName('PlantStore-test');
  const template: Template = stack.template;

  it('is a stack of its own that leaves nothing behind', () => {
    expect(stack.terminationProtection).toBe(false);
    expect(JSON.stringify(template)).not.toContain('Retain');
    for (const table of Object.values(resourcesOf('AWS::DynamoDB::GlobalTable', template))) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Delete',
        Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
      });
    }
    for (const group of Object.values(resourcesOf('AWS::Logs::LogGroup', template))) {
      expect(group).toMatchObject({
        DeletionPolicy: 'Delete',
        // Also false in a stage that was protected before.
        Properties: { RetentionInDays: 3, DeletionProtectionEnabled: false },
      });
    }
    // The pipeline tests there the code that production gets.
    for (const id of ['CreatePlant', 'Authorize']) {
      const { Code } = resourcesOf('AWS::Lambda::Function')[id]?.Properties ?? {};
      expect(template.Resources[id]?.Properties['Code']).toEqual(Code);
    }
    // It is released in the same way as production, but its versions get all traffic at once.
    const typesOf = ({ Resources }: Template) => Object.values(Resources).map(({ Type }) => Type);
    expect(typesOf(template)).toEqual(typesOf(production));
    for (const group of Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup', template))) {
      expect(group.Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaAllAtOnce');
    }
    expect(resourceOf('AWS::ApiGatewayV2::Stage', template).Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 },
    });
  });
});

it('a stage in several regions is deployed from its home', () => {
  const context = { homeRegion: 'eu-central-1', replicaRegions: 'eu-west-1' };
  const from = (region: string) => () =>
    plantStoreApp({ outdir: temporaryFolder(), code, context, region });
  expect(from('eu-west-1')).toThrow(
    'The homeRegion of this stage is eu-central-1, but the region is eu-west-1. Set AWS_REGION=eu-central-1.',
  );
  expect(from('eu-central-1')).not.toThrow();
});
