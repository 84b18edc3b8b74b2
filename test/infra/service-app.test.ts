import { readFileSync } from 'node:fs';
import { type Stack, Token } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { serviceName } from '../../functions/service.ts';
import { bundleFunctions } from '../../infra/build/bundle.ts';
import { createApp } from '../../infra/service-app.ts';
import { readSettings } from '../../infra/settings.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { synthesize } from '../../tools/test/setup/synthesis.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';
import { code, resourcesOf, synthesizedWith, templatePath } from '../setup/synthesized.ts';

function appWith(context = {}) {
  const outdir = temporaryFolder();
  return createApp({ outdir, context, builtinCloudFormationValidation: false }, code);
}

describe('synthesis', slow, () => {
  // A literal account or region would change the names of assets, and so make new versions of the same functions.
  it('gives the same template again, for each account and region', async () => {
    const again = await bundleFunctions(temporaryFolder());
    const assembly = synthesize({ outdir: temporaryFolder(), code: again });
    const stack = assembly.getStackByName('PlantStore');
    expect(readFileSync(stack.templateFullPath)).toEqual(readFileSync(templatePath));
    const { account, region } = appWith().node.findChild('PlantStore') as Stack;
    expect([account, region].every(Token.isUnresolved)).toBe(true);
  });

  it('fails on a finding that nobody acknowledged', () => {
    const app = appWith();
    new Bucket(app.node.findChild('PlantStore'), 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1\b/);
  });
});

it('a stage that is kept is protected from its deletion', () => {
  for (const stage of ['production', 'test']) {
    const [stack] = appWith({ stage }).node.children as Stack[];
    expect(stack?.terminationProtection, stage).toBe(true);
  }
});

describe('a disposable stage', slow, async () => {
  // What such a stage has only if a setting says so.
  const all = Object.fromEntries(
    Object.entries(readSettings({})).filter(([, value]) => value === true),
  );
  const context = { stage: 'test', disposable: true };
  const { template, terminationProtection } = await synthesizedWith({ ...context, ...all });

  it('is a stack of its own that leaves nothing behind', () => {
    expect(terminationProtection).toBe(false);
    expect(JSON.stringify(template)).not.toContain('Retain');
    const tables = Object.values(resourcesOf('AWS::DynamoDB::GlobalTable', template));
    const replicas = tables.flatMap(({ Properties }) => Properties['Replicas']);
    const logs = Object.values(resourcesOf('AWS::Logs::LogGroup', template));
    const kept = [...replicas, ...logs.map(({ Properties }) => Properties)];
    expect(kept.length).toBeGreaterThan(4);
    // Also false in a stage that was protected before.
    for (const one of kept) expect(one).toHaveProperty('DeletionProtectionEnabled', false);
  });

  it('has names of its own, where a name is unique in an account', () => {
    const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition', template));
    const names = Object.values(template.Resources)
      .flatMap(({ Properties }) => [Properties['AlarmName'], Properties['DashboardName']])
      .concat(queries.map(({ Properties }) => Properties['Name']))
      .filter((name) => name !== undefined);
    expect(names).not.toEqual([]);
    for (const name of names) expect(JSON.stringify(name)).toMatch(/PlantStore-test[-/]/);
  });

  it.each(['Lambda::Function', 'Logs::LogGroup', 'ApiGatewayV2::Api', 'DynamoDB::GlobalTable'])(
    'each %s has the tags of its service and its stage, by which a bill can be split',
    (type) => {
      const tags = { service: serviceName, stage: 'test' };
      for (const { Properties } of Object.values(resourcesOf(`AWS::${type}`, template))) {
        for (const [name, value] of Object.entries(tags))
          expect(JSON.stringify(Properties)).toMatch(RegExp(`"${name}"(:|,"Value":)"${value}"`));
      }
    },
  );

  it('has by default nothing that costs money without a request', async () => {
    const { template: own } = await synthesizedWith(context);
    const types = Object.values(own.Resources).map(({ Type }) => Type);
    const paid = /CloudWatch|SNS|Logs::MetricFilter|KMS|Scheduler|CodeDeploy|Events/;
    expect(types.filter((type) => paid.test(type))).toEqual([]);
    expect(JSON.stringify(own)).not.toContain('ContributorInsights');
  });
});
