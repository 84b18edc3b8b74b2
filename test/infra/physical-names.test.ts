import { expect, it } from 'vitest';
import type { Resource } from '../synthesized.ts';
import { domainIn, synthesizedWith } from '../synthesized-with.ts';

// Outside of the test, because under load a synthesis can take longer than a test may.
const production = { stage: 'production', ...domainIn('eu-central-1', 'eu-west-1') };
const stacks = [production, { stage: 'test' }].flatMap((stage) =>
  synthesizedWith({ ...stage, homeRegion: 'eu-central-1', replicaRegions: 'eu-west-1' }).stacks.map(
    ({ environment, template }) => ({
      stage: stage.stage,
      region: environment.region.replace('unknown-region', 'eu-central-1'),
      resources: Object.values<Resource>(template.Resources),
    }),
  ),
);

/** These names must be unique across the regions of an account; others only in their region. */
const global = ['AWS::CloudWatch::Dashboard', 'AWS::IAM::Role'];

/** The properties that name a resource and its parent; undefined if CloudFormation makes the name. */
function nameOf({ Type, Properties }: Resource): string | undefined {
  const last = Type.replace(/.*::(Composite|Metric|Global)?/, '');
  const named = Object.entries(Properties).filter(([property]) =>
    /Name$|^ApiId$|^Roles$/.test(property),
  );
  const own = named.some(([property]) => ['Name', last, `${last}Name`].includes(property));
  return own ? JSON.stringify(named) : undefined;
}

it('no two stages or regions of an account use the same name', () => {
  const names = stacks.flatMap(({ stage, region, resources }) =>
    resources.flatMap((resource) => {
      const name = nameOf(resource)
        ?.replaceAll('{"Ref":"AWS::Region"}', region)
        // The name that CloudFormation makes for another resource of the stack.
        .replaceAll('{"Ref":"', `{"Ref":"${region} ${stage} `);
      const where = global.includes(resource.Type) ? '' : region;
      return name === undefined ? [] : [`${resource.Type} ${where} ${name}`];
    }),
  );
  expect(names.filter((name) => name.startsWith('AWS::CloudWatch::Dashboard '))).toHaveLength(4);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
