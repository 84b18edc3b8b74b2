import { XmlShapeSerializer } from '@aws-sdk/core/protocols';
import { JsonCodec2, type JsonShapeDeserializer2 } from '@smithy/core/protocols';
import { deref, NormalizedSchema } from '@smithy/core/schema';
import type { AwsError, Operation } from './operation.ts';

// How AWS's services speak: JSON, forms with answers in XML ("query"), or methods and paths ("REST"). All shapes come from
// the SDK's own schemas. If a new SDK writes its schemas in another way, aws-model.test.ts fails.

/** A request as it came over the socket. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The operation that a request means, and its input. */
interface Understood {
  readonly operation: string;
  readonly input: object;
}

interface Protocol {
  /** Undefined if none of these operations is meant. */
  readonly read: (request: WireRequest, operations: readonly Operation[]) => Understood | undefined;
  readonly answer: (operation: Operation, output: object) => WireAnswer;
  readonly error: (error: AwsError) => WireAnswer;
}

const timestampFormat = { useTrait: true, default: 7 } as const;
const inJson = new JsonCodec2({ timestampFormat, jsonName: false });
const inRest = new JsonCodec2({ timestampFormat, jsonName: true, httpBindings: true });
const requestId = { 'x-amzn-requestid': 'stand-in' };

function written(codec: JsonCodec2, schema: NormalizedSchema, value: object): string {
  const serializer = codec.createSerializer();
  serializer.write(schema, value);
  return new TextDecoder().decode(serializer.flush() as Uint8Array);
}

function readJson(codec: JsonCodec2, schema: NormalizedSchema, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const deserializer = codec.createDeserializer() as JsonShapeDeserializer2;
  return deserializer.readObject(schema, value as never);
}

function shapesOf({ schema }: Operation) {
  // In a schema of the SDK, places 3 to 5 are the traits, the input and the output.
  const [, , , traits, input, output] = schema as readonly unknown[];
  return {
    http: (traits as { http?: readonly [method: string, path: string] }).http,
    input: NormalizedSchema.of(deref(input as never)),
    output: NormalizedSchema.of(deref(output as never)),
  };
}

const json: Protocol = {
  read({ headers, body }, operations) {
    const name = String(headers['x-amz-target']).split('.').at(-1) ?? '';
    const found = operations.find((one) => one.name === name);
    if (found === undefined) return { operation: name, input: {} };
    const { input: schema } = shapesOf(found);
    return { operation: name, input: readJson(inJson, schema, JSON.parse(body || '{}')) as object };
  },
  answer(operation, output) {
    const { output: schema } = shapesOf(operation);
    const body = schema.isStructSchema() ? written(inJson, schema, output) : '{}';
    return { status: 200, headers: requestId, body };
  },
  error({ code, status, message }) {
    return { status, headers: requestId, body: JSON.stringify({ __type: code, message }) };
  },
};

const query: Protocol = {
  read({ body }, operations) {
    const form = new URLSearchParams(body);
    const name = form.get('Action') ?? '';
    const found = operations.find((one) => one.name === name);
    if (found === undefined) return { operation: name, input: {} };
    return { operation: name, input: readForm(shapesOf(found).input, nestedOf(form)) as object };
  },
  answer(operation, output) {
    const { output: schema } = shapesOf(operation);
    const { name } = operation;
    const result = schema.isStructSchema() ? inXml(`${name}Result`, schema, output) : '';
    return {
      status: 200,
      headers: requestId,
      body: `<${name}Response>${result}</${name}Response>`,
    };
  },
  error({ code, status, message }) {
    const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    return { status, headers: requestId, body };
  },
};

function inXml(name: string, schema: NormalizedSchema, value: object): string {
  const serializer = new XmlShapeSerializer({
    timestampFormat: { useTrait: true, default: 5 },
    httpBindings: false,
    xmlNamespace: '',
    serviceNamespace: '',
  });
  serializer.write(schema, value);
  // It names the outermost element as the shape.
  const [, inside = ''] = /^<[^>]*[^/]>(.*)<\/[^>]+>$/s.exec(String(serializer.flush())) ?? [];
  return `<${name}>${inside}</${name}>`;
}

/** `Names.member.1=a` as `{ Names: { member: { 1: 'a' } } }`. */
function nestedOf(form: URLSearchParams): object {
  const root = {};
  for (const [key, value] of form) {
    const parts = key.split('.');
    const last = parts.pop() ?? '';
    let place: Record<string, unknown> = root;
    for (const part of parts) {
      place[part] ??= {};
      place = place[part] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return root;
}

function readForm(schema: NormalizedSchema, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (schema.isStructSchema()) {
    const members = [...schema.structIterator()].map(([name, member]) => {
      return [name, readForm(member, (value as Record<string, unknown>)[name])];
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  }
  if (schema.isListSchema()) {
    const { member = value } = value as { member?: object };
    return Object.values(member as object).map((item) => readForm(schema.getValueSchema(), item));
  }
  return readText(schema, String(value));
}

function readText(schema: NormalizedSchema, text: string): unknown {
  if (schema.isNumericSchema()) return Number(text);
  if (schema.isBooleanSchema()) return text === 'true';
  return text;
}

const rest: Protocol = {
  read({ method, url, body }, operations) {
    for (const operation of operations) {
      const { http, input: schema } = shapesOf(operation);
      const labels = http?.[0] === method ? labelsIn(http[1], url) : undefined;
      if (labels === undefined) continue;
      const input: Record<string, unknown> = {};
      const given = body === '' ? {} : JSON.parse(body);
      for (const [name, member] of schema.structIterator()) {
        const traits = member.getMergedTraits();
        const value = url.searchParams.get(traits.httpQuery ?? '');
        if (traits.httpLabel) input[name] = labels[name];
        else if (traits.httpQuery === undefined)
          input[name] = readJson(inRest, member, given[traits.jsonName ?? name]);
        else if (value !== null) input[name] = readText(member, value);
      }
      return { operation: operation.name, input };
    }
    return undefined;
  },
  answer(operation, output) {
    const { output: schema } = shapesOf(operation);
    const body = schema.isStructSchema() ? written(inRest, schema, output) : '';
    return { status: 200, headers: requestId, body };
  },
  error({ code, status, message }) {
    const headers = { ...requestId, 'x-amzn-errortype': code };
    return { status, headers, body: JSON.stringify({ message, Message: message }) };
  },
};

/** The values of `{Name}` in a path, or nothing if it is another path. */
function labelsIn(pattern: string, { pathname }: URL): Record<string, string> | undefined {
  const expected = pattern.split('?')[0]?.split('/') ?? [];
  const parts = pathname.split('/');
  if (parts.length !== expected.length) return undefined;
  const labels: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = decodeURIComponent(parts[index] ?? '');
    const [, label] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (label !== undefined) labels[label] = value;
    else if (part !== value) return undefined;
  }
  return labels;
}

export const protocols = { json, query, rest };
