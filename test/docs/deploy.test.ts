import { readFileSync } from 'node:fs';
import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { resourcesOf } from '../synthesized.ts';

describe('DEPLOY.md', () => {
  const page = readFileSync('infra/docs/DEPLOY.md', 'utf8');
  const text = readFileSync('.github/workflows/deploy.yml', 'utf8');
  const { jobs } = parse(text) as { jobs: Record<string, { environment?: string }> };
  const [trust, rights] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );

  it('names each variable and environment that deploy.yml uses', () => {
    const variables = [...text.matchAll(/vars\.(\w+)/g)].map(([, variable]) => variable);
    for (const variable of new Set(variables)) expect(page).toContain(`\`${variable}\``);
    const environments = Object.values(jobs).flatMap(({ environment }) => environment ?? []);
    expect(environments).toEqual(['staging', 'production']);
    for (const environment of environments) {
      expect(page).toContain(`repo:OWNER/NAME:environment:${environment}`);
    }
  });

  it('trusts this repository alone, for AWS alone', () => {
    expect(trust.Statement).toMatchObject([
      {
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': 'repo:OWNER/NAME:environment:staging',
          },
        },
      },
    ]);
  });

  it('gives the rights that cdk deploy and the token of the suite need, and no more', () => {
    const { DEFAULT_DEPLOY_ROLE_ARN } = DefaultStackSynthesizer;
    expect(DEFAULT_DEPLOY_ROLE_ARN).toContain(`:role/cdk-\${Qualifier}-`);
    const stack = 'PlantStore-staging';
    expect(text.match(/npm run --silent token -- (.+)\)/)?.[1]).toBe(
      `create --client pipeline --expires 1h --stack ${stack}`,
    );
    expect(rights.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Resource: `arn:aws:iam::ACCOUNT:role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-*`,
      },
      {
        Effect: 'Allow',
        Action: 'cloudformation:DescribeStacks',
        // In each region of the stage.
        Resource: `arn:aws:cloudformation:*:ACCOUNT:stack/${stack}/*`,
      },
      {
        Effect: 'Allow',
        // It writes the token at home, and waits until each further region knows it.
        Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        Resource: `arn:aws:dynamodb:*:ACCOUNT:table/${stack}-Tokens-*`,
      },
    ]);
  });

  it('gives the right to each call of the script that deploys', () => {
    const script = readFileSync('.ci/deploy', 'utf8');
    const calls = [...script.matchAll(/\baws ([a-z]+) ([a-z-]+)/g)].map(
      ([, service, operation = '']) =>
        `${service}:${operation.replace(/(^|-)(.)/g, (_, _dash, letter) => letter.toUpperCase())}`,
    );
    expect(calls).toEqual(['cloudformation:DescribeStacks']);
    const allowed = rights.Statement.flatMap(({ Action }: { Action: string | string[] }) => Action);
    expect(allowed).toEqual(expect.arrayContaining(calls));
  });

  it('asks the alarms of a page and of a ticket whom they call', () => {
    const [, names = ''] = /for alarm in (.+); do/.exec(page) ?? [];
    const topics = names.split(' ').map((name) => {
      const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm'));
      const [called] = alarms.flatMap(({ Properties }) =>
        Properties['AlarmName'] === `PlantStore-${name}` ? Properties['AlarmActions'] : [],
      ) as { Ref: string }[];
      return called?.Ref;
    });
    expect(topics).toEqual([
      expect.stringContaining('AlarmTopic'),
      expect.stringContaining('TicketTopic'),
    ]);
  });

  it('is right that no package but those allowed has a script to run', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const withScript = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
    expect(withScript.map((path) => path.replace('node_modules/', '')).sort()).toEqual(
      Object.keys(allowScripts).sort(),
    );
  });
});
