import { readFileSync } from 'node:fs';
import { cx_api, Stack, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import featureFlags from '../../../infra/stack/feature-flags.json' with { type: 'json' };
import { plantStoreApp } from '../../../infra/stack/plant-store-app.ts';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import { code, resourceOf, resourcesOf, type Template, templatePath } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('synthesis', () => {
  it('gives the same template again', () => {
    const outdir = temporaryFolder();
    const stack = synthesize({ outdir }).getStackByName('PlantStore');
    expect(readFileSync(stack.templateFullPath)).toEqual(readFileSync(templatePath));
    expect(stack.terminationProtection).toBe(true);
  });

  // A literal account or region would name assets otherwise, and with them make new versions of the same functions.
  it('gives the same template for each account and region', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code, region: 'us-east-2' });
    const { account, region } = app.node.findChild('PlantStore') as Stack;
    expect([account, region].every(Token.isUnresolved)).toBe(true);
  });

  it('fails on a finding that nobody acknowledged', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({
      outdir,
      code,
      builtinCloudFormationValidation: false,
    });
    new Bucket(app.node.findChild('PlantStore'), 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });

  it('fails on a wrong setting before it bundles anything', () => {
    const outdir = temporaryFolder();
    expect(() => synthesize({ outdir, context: { colour: 'green' } })).toThrow(
      'colour is no setting; the settings are stage,',
    );
  });
});

describe('a stage that is kept', () => {
  const warningsOf = (context: Record<string, unknown>) => {
    const outdir = temporaryFolder();
    const [stack] = plantStoreApp({ outdir, code, context }).node.findAll().filter(Stack.isStack);
    return stack?.node.metadata.filter(({ type }) => type === 'aws:cdk:warning');
  };

  it('says at each synth and deploy when its alarms call nobody', () => {
    expect(warningsOf({ stage: 'test' })).toMatchObject([
      {
        data: expect.stringMatching(
          /^Nobody is told when an alarm of PlantStore-test fires: give this stage an alarmEmail in cdk.json. /,
        ),
      },
    ]);
    expect(warningsOf({})).toHaveLength(1);
    expect(warningsOf({ alarmEmail: 'on-call@example.com' })).toEqual([]);
    expect(warningsOf({ stage: 'test', disposable: true })).toEqual([]);
  });
});

describe('the feature flags', () => {
  it('are decided in a file: each that the installed aws-cdk-lib recommends, and no other', () => {
    const known = Object.keys(cx_api.CURRENTLY_RECOMMENDED_FLAGS);
    expect(Object.keys(featureFlags).sort()).toEqual(known.sort());
  });

  it('are those of the file', () => {
    const outdir = temporaryFolder();
    const app = plantStoreApp({ outdir, code });
    expect(app.node.getAllContext()).toMatchObject(featureFlags);
  });
});

describe('a disposable stage', () => {
  const context = {
    stage: 'test',
    disposable: 'true',
    throttleRate: '5',
    throttleBurst: '7',
    logRetentionDays: '3',
  };

  it('is a stack of its own that leaves nothing behind', () => {
    const stack = synthesizedWith(context).getStackByName('PlantStore-test');
    const template: Template = stack.template;
    expect(stack.terminationProtection).toBe(false);
    expect(JSON.stringify(template)).not.toContain('Retain');
    for (const table of Object.values(resourcesOf('AWS::DynamoDB::GlobalTable', template))) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Delete',
        Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
      });
    }
    for (const group of Object.values(resourcesOf('AWS::Logs::LogGroup', template))) {
      expect(group).toMatchObject({ DeletionPolicy: 'Delete', Properties: { RetentionInDays: 3 } });
    }
    // The pipeline proves there what production gets.
    for (const id of ['CreatePlant', 'Authorize']) {
      const { Code } = resourcesOf('AWS::Lambda::Function')[id]?.Properties ?? {};
      expect(template.Resources[id]?.Properties['Code']).toEqual(Code);
    }
    // Its versions take all traffic at once.
    expect(JSON.stringify(template)).not.toContain('CodeDeploy');
    for (const { Properties } of Object.values(resourcesOf('AWS::CloudWatch::Alarm', template))) {
      expect(Properties['AlarmName']).toMatch(/^PlantStore-test-\w+$/);
    }
    expect(resourceOf('AWS::ApiGatewayV2::Stage', template).Properties).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 },
    });
  });
});

describe('replicas', () => {
  const context = { replicaRegions: 'eu-west-1,us-east-2' };

  it('are protected as the table itself is, and out of reach of the functions', () => {
    const { template } = synthesizedWith(context).getStackByName('PlantStore');
    const protectedIn = (Region: unknown) => ({
      Region,
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    for (const table of Object.values(resourcesOf('AWS::DynamoDB::GlobalTable', template))) {
      expect(table.Properties['Replicas']).toEqual([
        protectedIn({ Ref: 'AWS::Region' }),
        protectedIn('eu-west-1'),
        protectedIn('us-east-2'),
      ]);
    }
    expect(resourcesOf('AWS::IAM::Policy', template)).toEqual(resourcesOf('AWS::IAM::Policy'));
  });

  it('are elsewhere than the stack', () => {
    const outdir = temporaryFolder();
    expect(() => plantStoreApp({ outdir, code, context, region: 'us-east-2' })).toThrow(
      'replicaRegions must leave out us-east-2, where the stack itself is.',
    );
  });

  it('are added from the home of a stage that names it', () => {
    const outdir = temporaryFolder();
    const homed = { ...context, homeRegion: 'eu-central-1' };
    expect(() => plantStoreApp({ outdir, code, context: homed, region: 'us-east-1' })).toThrow(
      'The tables of this stage are in eu-central-1, its homeRegion: say AWS_REGION=eu-central-1, not us-east-1.',
    );
    expect(() =>
      plantStoreApp({ outdir, code, context: homed, region: 'eu-central-1' }),
    ).not.toThrow();
  });
});
