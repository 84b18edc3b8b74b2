import { expect, it } from 'vitest';
import { digestOfPromises } from '../../contract/promises.ts';
import { openapiOf } from '../setup/small-contract.ts';

const isbn = { type: 'string' };

/** The digest of a contract with this answer to a request that was refused. */
function digestWith(refused: object, components: object = {}): string {
  const openapi = JSON.parse(openapiOf({ fields: { isbn, title: isbn } }));
  openapi.paths['/books'].post.responses[400] = refused;
  Object.assign(openapi.components, components);
  return digestOfPromises(JSON.stringify(openapi));
}

function refusedWith(examples: object, more: object = {}) {
  return { content: { 'application/json': { schema: { type: 'object' }, examples } }, ...more };
}

const taken = { summary: 'taken', value: { error: 1004, message: 'another book has the isbn' } };
const right = digestWith(refusedWith({ taken }));

it.each([
  ['an example', refusedWith({ taken: { $ref: '#/components/examples/taken' } })],
  ['an answer', { $ref: '#/components/responses/Refused' }],
])('%s promises the same in a component', (_, refused) => {
  const examples = { taken };
  const components = { examples, responses: { Refused: refusedWith(examples) } };
  expect(digestWith(refused, components)).toBe(right);
});

it.each([
  refusedWith({ taken }, { description: 'Why it was refused.', summary: 'refused' }),
  refusedWith({ other: { ...taken, summary: 'another word', description: 'choose another' } }),
])('words for people promise nothing: %j', (refused) => {
  expect(digestWith(refused)).toBe(right);
});

it.each([
  refusedWith({ taken: { ...taken, value: { error: 1008 } } }),
  refusedWith({ taken, full: { value: { error: 1005 } } }),
  refusedWith({ taken }, { headers: { summary: { schema: { type: 'string' } } } }),
])('a code or a header is a promise: %j', (refused) => {
  expect(digestWith(refused)).not.toBe(right);
});

it.each(
  'const content default description enum example examples properties security servers title'.split(
    ' ',
  ),
)('a field that is named %s is a promise, and its type', (name) => {
  const digests = [{}, { [name]: { type: 'string' } }, { [name]: { type: 'integer' } }].map(
    (more) => digestOfPromises(openapiOf({ fields: { isbn, ...more } })),
  );
  expect(new Set(digests).size).toBe(3);
});
