import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { probePlant } from '../functions/shared/own-plants.ts';
import { apiOf } from '../tools/contract/api.ts';
import { contractText, readContract } from '../tools/contract/contract.ts';
import type { Shape } from '../tools/contract/shape.ts';

/** Why some values of one shape are not values of the other. */
function misfits(from: Shape, to: Shape, place: string): string[] {
  if (from.kind !== to.kind) return [`${place} has another type`];
  const [{ pattern, enum: values }, { pattern: other, enum: others }] = [from.limits, to.limits];
  const [[least, most], [otherLeast, otherMost]] = [rangeOf(from), rangeOf(to)];
  const isOutside = least < otherLeast || most > otherMost;
  const isOther = other !== undefined && other !== pattern;
  const isMore = others !== undefined && !values?.every((value) => others.includes(value));
  const fields = to.fields.flatMap(({ name, isRequired, shape }) => {
    const field = from.fields.find((one) => one.name === name);
    const isMissing = isRequired && !field?.isRequired;
    const inner = field ? misfits(field.shape, shape, `${place}.${name}`) : [];
    return [...(isMissing ? [`${place}.${name} was optional or absent`] : []), ...inner];
  });
  const items = from.items && to.items ? misfits(from.items, to.items, `${place}[]`) : [];
  return [
    ...(isOutside || isOther || isMore ? [`${place} had other limits`] : []),
    ...fields,
    ...items,
  ];
}

function rangeOf({ bounds, limits }: Shape): readonly [number | bigint, number | bigint] {
  const { minLength, minItems, maxLength, maxItems } = limits;
  return bounds ?? [minLength ?? minItems ?? 0n, maxLength ?? maxItems ?? Infinity];
}

/** The changes from one contract to another one that break clients of the first one. */
function breaks(from: string, to: string): string[] {
  const [before, after] = [apiOf(readContract(from)), apiOf(readContract(to))];
  const address = ({ operation: { method, path } }: typeof before) => `${method} ${path}`;
  const moved = address(before) === address(after) ? [] : [`the operation was ${address(before)}`];
  const codes = before.codes
    .filter((code) => !after.codes.includes(code))
    .map((code) => `${code} is gone`);
  const absent = (['request', 'answer'] as const).flatMap((body) => {
    const names = after[body].shape.fields.map(({ name }) => name);
    const gone = before[body].shape.fields.filter(({ name }) => !names.includes(name));
    return gone.map(({ name }) => `${body}.${name} is gone`);
  });
  return [
    ...[...moved, ...codes, ...absent],
    ...misfits(before.request.shape, after.request.shape, 'request'),
    ...misfits(after.answer.shape, before.answer.shape, 'answer'),
  ];
}

/** Why a contract needs a higher version than this one. */
function tooLow(version: string, contract: string, last: string, lastContract: string): string[] {
  const [[major = 0, minor], [lastMajor = 0, lastMinor]] = [version, last].map((one) =>
    one.split('.').map(Number),
  ) as [number[], number[]];
  if (major > lastMajor) return [];
  const broken = breaks(lastContract, contract);
  const isPatch = minor === lastMinor;
  // What would break clients in the other direction is new.
  const isNew = isPatch && breaks(contract, lastContract).length > 0;
  return [...broken, ...(isNew ? ['something is new, which a patch does not have'] : [])];
}

const openapi = contractText();
const { version } = readContract(openapi).info;
const folder = 'docs/contracts';
const released = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

it.each(released.slice(-1))(
  'openapi.yaml has a version that allows its changes since %s',
  (file) => {
    const copy = readFileSync(`${folder}/${file}`, 'utf8');
    expect(tooLow(version, openapi, file.replace('.yaml', ''), copy)).toEqual([]);
  },
);

// Also each sentence: clients rely on it. docs/CHANGELOG.md says which version a change needs.
it.each(released.filter((file) => file === `${version}.yaml`))(
  'openapi.yaml has the text of %s, or a new version',
  (file) => {
    expect(readFileSync(`${folder}/${file}`, 'utf8')).toBe(openapi);
  },
);

it.each(released.filter((file) => file.split('.')[0] === version.split('.')[0]))(
  "the probe's plant has only fields of %s",
  (file) => {
    const { request } = apiOf(readContract(readFileSync(`${folder}/${file}`, 'utf8')));
    const known = request.shape.fields.map(({ name }) => name);
    const sent = Object.keys(JSON.parse(probePlant.sent));
    expect(sent.filter((name) => !known.includes(name))).toEqual([]);
  },
);

it('CHANGELOG describes the version of openapi.yaml first, and each copy', () => {
  const changelog = readFileSync('docs/CHANGELOG.md', 'utf8');
  const versions = [...changelog.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(versions[0]).toBe(version);
  // A version that is not released yet has no copy.
  const copies = released.map((file) => file.replace('.yaml', '')).toReversed();
  expect([copies, [version, ...copies]]).toContainEqual(versions);
  const named = released.map((file) => readContract(readFileSync(`${folder}/${file}`, 'utf8')));
  expect(named.map(({ info }) => `${info.version}.yaml`)).toEqual(released);
});

describe('breaks', () => {
  const first = `
paths:
  /plants:
    post:
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/NewPlant' } } }
      responses:
        '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
        '400':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Plant' }
              examples: { tooLarge: { value: { error: 1005 } } }
components:
  schemas:
    Plant:
      type: object
      required: [name]
      properties:
        name: { type: string }
        tag:
          type: string
          description: Tag
    NewPlant:
      allOf:
        - type: object
          properties:
            id: { type: integer, format: int64, minimum: -3, maximum: 12 }
        - $ref: '#/components/schemas/Plant'`;
  const tag = '        tag:\n          type: string';
  const limit = (keyword: string) => [
    tag,
    `${tag}\n          ${keyword}`,
    'request.tag had other limits',
  ];
  it.each([
    ['/plants:', '/plant:', 'the operation was POST /plants'],
    ['error: 1005', 'error: 1007', '1005 is gone'],
    ['        tag:', '        kind:', 'request.tag is gone', 'answer.tag is gone'],
    ['[name]', '[name, tag]', 'request.tag was optional or absent'],
    ['[name]', '[]', 'answer.name was optional or absent'],
    [
      tag,
      tag.replace('string', 'boolean'),
      'request.tag has another type',
      'answer.tag has another type',
    ],
    ...['minLength: 1', 'maxLength: 9', 'pattern: x', 'enum: [indoor]'].map(limit),
    ['maximum: 12', 'maximum: 9', 'request.id had other limits'],
    ['minimum: -3', 'minimum: 0', 'request.id had other limits'],
    [tag, `        more: { type: string }\n${tag}`],
    ['description: Tag', 'description: A tag'],
    ['tooLarge:', 'another: { value: { error: 1007 } }, tooLarge:'],
  ])('finds %j in place of %j', (from = '', to = '', ...found) => {
    expect(breaks(first, first.replace(from, to))).toEqual(found);
  });

  const moved = ['/plants:', '/plant:', 'the operation was POST /plants'];
  const more = [tag, `        more: { type: string }\n${tag}`];
  const words = ['description: Tag', 'description: A tag'];
  it.each([
    ['1.0.1', ...words],
    ['1.0.1', ...more, 'something is new, which a patch does not have'],
    ['1.1.0', ...more],
    ['1.1.0', ...moved],
    ['2.0.0', ...moved.slice(0, 2)],
  ])('version %s after 1.0.0, with %j in place of %j', (next, from = '', to = '', ...found) => {
    expect(tooLow(next, first.replace(from, to), '1.0.0', first)).toEqual(found);
  });
});
