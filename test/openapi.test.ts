import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tokenPattern } from '../functions/authorize/token.ts';
import { failures } from '../functions/create-plant/failure.ts';
import { maxItemBytes } from '../functions/create-plant/plant.ts';
import { reserved } from '../functions/shared/reserved.ts';
import {
  type Answer,
  contractText,
  failureTable,
  type Media,
  type Reference,
  resolve,
  type Schema,
} from '../tools/contract/contract.ts';
import { gatewayAnswer, gatewayMessages } from '../tools/local/gateway/answer.ts';
import { violationsOf } from './service/api/conformity.ts';

const contract = parse(contractText());
const { requestBody, responses } = contract.paths['/plants'].post;
const json = 'application/json';

describe('openapi.yaml', () => {
  it('lists every error of the service, and no other', () => {
    const listed = failureTable(contract).map(({ kind, error }) => [kind, error]);
    expect(listed).toEqual(Object.entries(failures).map(([kind, { error }]) => [kind, error]));
  });

  it('describes its errors in the words of the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = failureTable(contract).map(
      ({ error, meaning, advice }) => `| ${error} | ${meaning} | ${advice} |`,
    );
    expect(readme.match(/^\| 1\d{3} \|.*$/gm)).toEqual(rows);
  });

  it('names the ids that no client can use', () => {
    const [{ properties }] = contract.components.schemas.NewPlant.allOf;
    const named = properties.id.description.match(/-\d{19}/g);
    expect(named).toEqual(Object.values(reserved.plantIds));
  });

  it('describes the tokens and the size limit of the functions', () => {
    const { bearerFormat } = contract.components.securitySchemes.token;
    expect(bearerFormat).toBe(tokenPattern.source);
    expect(requestBody.description).toContain(`${maxItemBytes.toLocaleString('en')} bytes`);
  });
});

/** Each field of a body by media type: its type, its format, and the first words of its description. */
function bodies(content: Record<string, Media>) {
  return Object.entries(content).map(([type, { schema }]) => ({ type, ...fieldsOf(schema) }));
}

function fieldsOf(schema: Schema | Reference): object {
  const { allOf = [], properties = {}, required = [] } = resolve<Schema>(contract, schema);
  const own = Object.entries(properties).map(([name, { type, format, description = '' }]) => {
    const facts = [type, format, ...(required.includes(name) ? ['required'] : [])];
    return [name, `${facts.filter(Boolean).join(' ')}: ${/^[\w ]+/.exec(description)}`];
  });
  return Object.assign(Object.fromEntries(own), ...allOf.map(fieldsOf));
}

it('says what the specification says', () => {
  const plant = {
    type: json,
    name: 'string required: The name of the plant',
    tag: 'string: Tag that specifies the type of the plant',
  };
  const operations = Object.entries<object>(contract.paths);
  expect(operations.map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['/plants', ['post']],
  ]);
  expect(contract.paths['/plants'].post).not.toHaveProperty('parameters');
  expect(contract.info.version).toBe('1.0.0');
  expect(contract.security).toEqual([{ token: [] }]);
  expect(contract.components.securitySchemes.token).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  });
  expect(requestBody.required).toBe(true);
  const id = 'integer int64 required: Identification number of the plant';
  expect(bodies(requestBody.content)).toEqual([{ id, ...plant }]);
  expect(responses[200].description).toMatch(/^plant response\b/);
  expect(bodies(responses[200].content)).toEqual([plant]);
  expect(responses[400].description).toMatch(/^unexpected error\b/);
  expect(bodies(responses[400].content)).toEqual([
    {
      type: json,
      error: expect.stringMatching(/^integer int32 required:/),
      message: expect.stringMatching(/^string required:/),
    },
  ]);
});

describe('the answers of the gateway', () => {
  const own = Object.entries(responses).filter(([, answer]) => '$ref' in (answer as object));

  it.each(own)('%s is the example of openapi.yaml', (status, answer) => {
    const { content } = resolve<Answer>(contract, answer as Reference);
    const body = JSON.parse(String(gatewayAnswer(Number(status) as 401).body));
    expect(content[json]?.example).toEqual(body);
  });

  it('are all in openapi.yaml', () => {
    const quoted = (status: 400 | 404) => `{"message":"${gatewayMessages[status]}"}`;
    expect(responses['400'].description).toContain(quoted(400));
    expect(contract.info.description).toContain(quoted(404));
    const listed = [...own.map(([status]) => status), '400', '404'];
    expect(listed.sort()).toEqual(Object.keys(gatewayMessages));
  });
});

describe('violationsOf', () => {
  it.each([
    [{ status: 200, contentType: json, body: { name: 7 } }, ['/name must be string']],
    [{ status: 200, contentType: 'text/plain', body: { name: '' } }, [expect.any(String)]],
    [{ status: 418, contentType: json, body: { message: '' } }, [expect.any(String)]],
    [
      { status: 400, contentType: json, body: { error: 2 ** 31, message: '' } },
      ['/error must match format "int32"'],
    ],
    [
      { status: 400, contentType: json, body: { message: '' } },
      ["must have required property 'error'"],
    ],
  ])('finds the fault of %j', (answer, violations) => {
    expect(violationsOf(answer)).toEqual(violations);
  });
});
