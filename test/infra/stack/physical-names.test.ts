import { expect, it } from 'vitest';
import type { Resource, Template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';

/** These names must be unique across the regions of an account; others only in their region. */
const global = ['AWS::CloudWatch::Dashboard', 'AWS::IAM::Role'];
const domainName = 'plants.example.com';
const certificateArn = ['eu-central-1', 'eu-west-1']
  .map((region) => `arn:aws:acm:${region}:123456789012:certificate/0a1b2c3d-1234`)
  .join();
const replicaRegions = 'eu-west-1';

function namesIn(stage: string, region: string, { Resources }: Template): string[] {
  return Object.values(Resources).flatMap((resource) => {
    const name = nameOf(resource)
      ?.replaceAll('{"Ref":"AWS::Region"}', region)
      // The name that CloudFormation makes up for another resource of the stack.
      .replaceAll('{"Ref":"', `{"Ref":"${region} ${stage} `);
    const where = global.includes(resource.Type) ? '' : region;
    return name === undefined ? [] : [`${resource.Type} ${where} ${name}`];
  });
}

/** The properties that name a resource and its parent; undefined if CloudFormation makes the name up. */
function nameOf({ Type, Properties }: Resource): string | undefined {
  const last = Type.replace(/.*::(Composite|Metric|Global)?/, '');
  const named = Object.entries(Properties).filter(([property]) =>
    /Name$|^ApiId$|^Roles$/.test(property),
  );
  const own = named.some(([property]) => ['Name', last, `${last}Name`].includes(property));
  return own ? JSON.stringify(named) : undefined;
}

it('no two stages or regions of an account use the same name', () => {
  const stages = ['production', 'staging', 'test'];
  const names = stages.flatMap((stage) => {
    const home = { stage, homeRegion: 'eu-central-1', replicaRegions };
    const domain = stage === 'production' ? { domainName, certificateArn } : {};
    return synthesizedWith({ ...home, ...domain }).stacks.flatMap(({ environment, template }) =>
      namesIn(stage, environment.region.replace('unknown-region', 'eu-central-1'), template),
    );
  });
  expect(names.filter((name) => name.startsWith('AWS::CloudWatch::Dashboard '))).toHaveLength(6);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
