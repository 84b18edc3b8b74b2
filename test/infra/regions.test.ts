import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../infra/base.ts';
import { servingRegions } from '../../infra/regions.ts';
import { readSettings } from '../../infra/settings.ts';
import { resourceOf, resourcesOf, type Template, template } from '../synthesized.ts';
import { domainIn, synthesizedWith } from '../synthesized-with.ts';

const home = 'eu-central-1';
const certificates = domainIn(home, 'eu-west-1');

describe('the regions of a stage', () => {
  // The tests below synthesize the other ways.
  it('can be three with strong consistency', () => {
    const strong = { strongConsistency: true, homeRegion: home };
    // One of them is in no set of DynamoDB that is known here.
    for (const replicaRegions of ['eu-west-1,eu-west-3', 'eu-west-2,ap-south-1']) {
      expect(readSettings({ ...strong, replicaRegions })).toMatchObject(strong);
    }
  });

  const three =
    'strongConsistency needs three regions: homeRegion with two replicaRegions, or with one and a witnessRegion';
  const oneSet =
    'strongConsistency needs regions of one set of DynamoDB; docs/REGIONS.md has the sets';
  const onePartition = 'all regions must be in one partition of AWS';
  const strongIn = (homeRegion: string, replicaRegions?: string, witnessRegion?: string) => {
    return { strongConsistency: true, homeRegion, replicaRegions, witnessRegion };
  };

  it.each([
    [
      { replicaRegions: 'eu-west-1' },
      'replicaRegions needs a homeRegion: without one, no API would serve the replicas',
    ],
    [
      { homeRegion: home, replicaRegions: home },
      'replicaRegions must not contain the homeRegion, eu-central-1',
    ],
    [{ domainName: 'a.example.com' }, 'domainName and certificateArn need each other'],
    [{ ...domainIn(home), domainName: undefined }, 'domainName and certificateArn need each other'],
    [certificates, 'several certificates need a homeRegion'],
    [
      { ...certificates, homeRegion: home },
      'certificateArn must name one certificate in each of eu-central-1',
    ],
    [
      { ...certificates, homeRegion: home, replicaRegions: 'us-east-2' },
      'certificateArn must name one certificate in each of eu-central-1, us-east-2',
    ],
    [{ witnessRegion: 'eu-west-3' }, 'witnessRegion needs strongConsistency'],
    [{ strongConsistency: true }, 'strongConsistency needs a homeRegion'],
    [strongIn(home), three],
    [strongIn(home, 'eu-west-1'), three],
    [strongIn(home, undefined, 'eu-west-3'), three],
    [strongIn(home, 'eu-west-1,eu-west-2,eu-west-3'), three],
    [strongIn(home, 'eu-west-1,eu-west-2', 'eu-west-3'), three],
    [strongIn(home, 'eu-west-1', 'eu-west-1'), three],
    [strongIn(home, 'eu-west-1', home), three],
    [strongIn(home, 'us-east-1,ap-south-1'), oneSet],
    [strongIn('eu-west-2', 'us-east-2,ap-south-1'), oneSet],
    [strongIn('eu-west-3', 'us-west-2,ap-south-1'), oneSet],
    [strongIn(home, 'eu-west-1', 'ap-northeast-3'), oneSet],
    [{ homeRegion: home, replicaRegions: 'cn-north-1' }, onePartition],
    [{ homeRegion: 'us-east-1', replicaRegions: 'us-gov-east-1' }, onePartition],
    [{ homeRegion: home, replicaRegions: 'eusc-de-east-1' }, onePartition],
    [strongIn('us-iso-east-1', 'us-iso-west-1', 'us-isob-east-1'), onePartition],
  ])('cannot be %j', (context, problem) => {
    expect(() => readSettings(context)).toThrow(new Problem(`${problem}.`));
  });
});

function deployment(context: Record<string, unknown>) {
  const { stacks } = synthesizedWith({ homeRegion: home, ...context });
  for (const { stackName, terminationProtection } of stacks) {
    expect([stackName, terminationProtection]).toEqual(['PlantStore', true]);
  }
  const [first, second] = stacks.map(({ template }): Template => template);
  return { stacks, home: first as Template, ireland: second as Template };
}

const two = deployment({ replicaRegions: 'eu-west-1' });
const three = deployment({ replicaRegions: 'eu-west-1,us-east-2' });
const mail = { alarmEmail: 'on-call@example.com', ticketEmail: 'team@example.com' };
const domain = deployment({ replicaRegions: 'eu-west-1', ...certificates, ...mail });

describe('the stack of a further region', () => {
  const served = two.ireland;
  const nameFrom = (table: string) => ({
    'Fn::GetStackOutput': {
      StackName: 'PlantStore',
      OutputName: `${table}TableName`,
      Region: home,
    },
  });
  const functions = resourcesOf('AWS::Lambda::Function', served);

  it('has the same resources, code and outputs as the home, except the tables', () => {
    const typesOf = ({ Resources }: Template) => Object.values(Resources).map(({ Type }) => Type);
    const ofHome = typesOf(two.home).filter((type) => type !== 'AWS::DynamoDB::GlobalTable');
    expect(typesOf(served).toSorted()).toEqual(ofHome.toSorted());
    for (const [id, { Properties }] of Object.entries(functions)) {
      const { S3Key } = Object(two.home.Resources[id]?.Properties['Code']);
      expect(Properties['Code']).toMatchObject({ S3Key });
    }
    // CloudFormation shows the stream of a table only to the stack that owns it.
    const { PlantsStreamArn: _, ...shared } = two.home.Outputs;
    expect(Object.keys(served.Outputs)).toEqual(Object.keys(shared));
    for (const { Outputs } of [served, two.home]) {
      expect(Outputs['Regions']?.Value).toBe('eu-central-1,eu-west-1');
    }
    expect(template.Outputs).not.toHaveProperty('Regions');
  });

  it('uses only its own replicas, and each deploy reads their names from the home', () => {
    const table = (fn: string) => Object(functions[fn]?.Properties['Environment']).Variables;
    expect(table('CreatePlant')).toMatchObject({ PLANTS_TABLE_NAME: nameFrom('Plants') });
    expect(table('Authorize')).toMatchObject({ TOKENS_TABLE_NAME: nameFrom('Tokens') });
    const policies = Object.values(resourcesOf('AWS::IAM::Policy', served));
    const statements = policies.flatMap(
      ({ Properties }): Record<string, unknown>[] => Object(Properties['PolicyDocument']).Statement,
    );
    const ofTables = statements.filter(({ Action }) => String(Action).startsWith('dynamodb:'));
    const start = ['arn:aws:dynamodb:eu-west-1:', { Ref: 'AWS::AccountId' }, ':table/'];
    // Of the two functions, of the probe, and of the hook before a release.
    expect(ofTables.map(({ Resource }) => Resource)).toEqual(
      ['Plants', 'Tokens', 'Tokens', 'Plants'].map((name) => {
        return { 'Fn::Join': ['', [...start, nameFrom(name)]] };
      }),
    );
  });

  it('has the same alarms, on the metrics of its region', () => {
    const alarmsOf = (from: Template) => Object.keys(resourcesOf('AWS::CloudWatch::Alarm', from));
    expect(alarmsOf(served)).toEqual(alarmsOf(two.home));
    const alarms = JSON.stringify(resourcesOf('AWS::CloudWatch::Alarm', served));
    expect(alarms.replaceAll(/{"Fn::GetStackOutput":{[^}]*}}/g, '')).not.toContain(home);
    const { DashboardName } = resourceOf('AWS::CloudWatch::Dashboard', served).Properties;
    expect(DashboardName).toBe('PlantStore-eu-west-1');
  });

  it('sends mails to the same addresses as the home', () => {
    for (const region of [domain.home, domain.ireland]) {
      const all = Object.values(resourcesOf('AWS::SNS::Subscription', region));
      const addresses = all.map(({ Properties }) => Properties['Endpoint']);
      expect(addresses).toEqual(Object.values(mail));
    }
  });

  // Its value is unknown in a change set. So a property with it that needs a replacement would always be replaced:
  // https://github.com/aws/aws-cdk/issues/38829
  it('reads an output of the home only into properties that need no replacement', () => {
    const used = Object.values(served.Resources).flatMap(({ Type, Properties }) =>
      Object.entries(Properties).flatMap(([name, value]) =>
        JSON.stringify(value).includes('Fn::GetStackOutput') ? [`${Type} ${name}`] : [],
      ),
    );
    expect([...new Set(used)].toSorted()).toEqual([
      'AWS::CloudWatch::Dashboard DashboardBody',
      'AWS::IAM::Policy PolicyDocument',
      'AWS::Lambda::Function Environment',
    ]);
  });

  it('has the certificate of its region', () => {
    const certificates = [domain.home, domain.ireland].map((from) => {
      const { Properties } = resourceOf('AWS::ApiGatewayV2::DomainName', from);
      return Object(Properties['DomainNameConfigurations'])[0].CertificateArn;
    });
    expect(certificates.join()).toBe(domainIn(home, 'eu-west-1').certificateArn);
  });
});

describe('from one region to three and back', () => {
  it('each deploy changes one protected replica of each table, and nothing else at home', () => {
    // CloudWatch names throttled ids in each region, and keys of tokens in none.
    const named = { ContributorInsightsSpecification: { Enabled: true, Mode: 'THROTTLED_KEYS' } };
    const tags = resourceOf('AWS::KMS::Key').Properties['Tags'];
    const replicasOf = (table: string) =>
      [{ Ref: 'AWS::Region' }, 'eu-west-1', 'us-east-2'].map((Region) => ({
        Region,
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        Tags: tags,
        ...(table === 'Plants' && named),
      }));
    const withoutReplicas = [template, two.home, three.home].map(({ Resources }, step) =>
      Object.entries(Resources).map(([id, { Properties, ...resource }]) => {
        const { Replicas, ...others } = Properties;
        if (Replicas) expect(Replicas).toEqual(replicasOf(id).slice(0, step + 1));
        return [id, resource, others];
      }),
    );
    for (const resources of withoutReplicas) expect(resources).toEqual(withoutReplicas[0]);
  });

  it('a region is deployed after the home, by the id from which .ci/deploy reads its region', () => {
    expect(
      three.stacks.map(({ displayName, dependencies }) => [
        displayName,
        ...dependencies.map(({ id }) => id).filter((id) => !id.endsWith('.assets')),
      ]),
    ).toEqual([
      ['PlantStore'],
      ['PlantStore-eu-west-1 (PlantStore)', 'PlantStore'],
      ['PlantStore-us-east-2 (PlantStore)', 'PlantStore'],
    ]);
  });

  it('a region is not changed if another is added or removed', () => {
    expect(three.ireland.Resources).toEqual(two.ireland.Resources);
  });
});

// A table with a time to live cannot have it, and tokens expire.
it('strong consistency is a property of the plants, and not of the tokens', () => {
  const options = { strongConsistency: true, witnessRegion: 'eu-west-3' };
  const { home } = deployment({ replicaRegions: 'eu-west-1', ...options });
  const { Plants, Tokens } = resourcesOf('AWS::DynamoDB::GlobalTable', home);
  expect(Plants?.Properties).toMatchObject({
    MultiRegionConsistency: 'STRONG',
    GlobalTableWitnesses: [{ Region: 'eu-west-3' }],
    Replicas: [{}, { Region: 'eu-west-1' }],
  });
  expect(Tokens?.Properties).not.toHaveProperty('MultiRegionConsistency');
  expect(Tokens?.Properties).not.toHaveProperty('GlobalTableWitnesses');
});

describe('REGIONS.md', () => {
  const page = readFileSync('docs/REGIONS.md', 'utf8');
  const [stage = '', records = ''] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => json,
  );

  it('has valid settings', () => {
    const context = { stages: JSON.parse(`{${stage}}`) };
    expect(servingRegions(readSettings(context))).toEqual(['eu-central-1', 'eu-west-1']);
  });

  it('has records and commands with existing outputs', () => {
    const { AliasTarget } = JSON.parse(records).Changes[0].ResourceRecordSet;
    const named = [AliasTarget.DNSName, AliasTarget.HostedZoneId].map((text) => text.split(' ')[0]);
    const read = [...page.matchAll(/\$\(output (\w+)\)/g)].map(([, name]) => name);
    expect([named, read]).toEqual([['DomainTarget', 'DomainTargetZone'], ['ProbeName']]);
    for (const name of [...named, ...read]) expect(domain.home.Outputs).toHaveProperty(name);
  });
});
