import * as acm from '@aws-sdk/client-acm';
import * as apigatewayv2 from '@aws-sdk/client-apigatewayv2';
import * as cloudformation from '@aws-sdk/client-cloudformation';
import * as cloudwatch from '@aws-sdk/client-cloudwatch';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as deploy from '@aws-sdk/client-codedeploy';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import * as lambda from '@aws-sdk/client-lambda';
import * as sns from '@aws-sdk/client-sns';
import { NormalizedSchema } from '@smithy/core/schema';

// Runs a command line of the AWS CLI by the SDK. The SDK's schemas say which operations and options there are. If a new SDK
// writes its schemas in another way, resources.test.ts fails.

/** By the names of the CLI: `deploy` is CodeDeploy. */
const services: Readonly<Record<string, object>> = {
  acm,
  apigatewayv2,
  cloudformation,
  cloudwatch,
  deploy,
  dynamodb,
  kms,
  lambda,
  logs,
  sns,
};

/** A command of the SDK that does the same. Throws if AWS has no such operation or option. */
export function readAwsLine(line: string) {
  const [aws, service = '', name = '', ...options] = wordsOf(line);
  const client = (services[service] ?? {}) as Readonly<Record<string, unknown>>;
  const operation = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schema = client[`${operation}$`] as readonly unknown[] | undefined;
  if (aws !== 'aws' || schema === undefined)
    throw new Error(`AWS has no ${service} ${name}: ${line}`);
  // In a schema of the SDK, place 4 is the input.
  const input = NormalizedSchema.of(schema[4] as never);
  const Command = client[`${operation}Command`] as new (input: object) => object;
  const clientClass = Object.entries(client).find(
    ([key]) => /^[A-Z]\w+Client$/.test(key) && key !== '__Client',
  );
  return {
    Client: clientClass?.[1] as new () => { send: (command: object) => Promise<object> },
    command: new Command(inputOf(input, options, line)),
  };
}

function inputOf(schema: NormalizedSchema, words: readonly string[], line: string): object {
  const input: Record<string, unknown> = {};
  const starts = words.flatMap((word, index) => (/^--[a-z]/.test(word) ? [index] : []));
  for (const [index, start] of starts.entries()) {
    const option = (words[start] ?? '').slice(2);
    const values = words.slice(start + 1, starts[index + 1]);
    const [, no, plain = option] = /^(no-)(.*)$/.exec(option) ?? [];
    const found = memberOf(schema, option) ?? memberOf(schema, plain);
    if (found === undefined) throw new Error(`AWS has no option --${option}: ${line}`);
    const [name, member] = found;
    input[name] = values.length === 0 ? no === undefined : valueIn(member, values, line);
  }
  return input;
}

/** The CLI names one option in another way than the API, because it has an option --endpoint-url itself. */
const renamed: Readonly<Record<string, string>> = { 'notification-endpoint': 'endpoint' };

function memberOf(schema: NormalizedSchema, option: string) {
  const plain = (renamed[option] ?? option).replaceAll('-', '').toLowerCase();
  return [...schema.structIterator()].find(([name]) => name.toLowerCase() === plain);
}

function valueIn(schema: NormalizedSchema, words: readonly string[], line: string): unknown {
  const [word = ''] = words;
  if (schema.isListSchema()) return words.map((one) => scalar(schema.getValueSchema(), one));
  if (!schema.isStructSchema() && !schema.isMapSchema()) return scalar(schema, word);
  if (word.startsWith('{')) return JSON.parse(word);
  const pairs = word.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const member = schema.isMapSchema() ? schema.getValueSchema() : memberOf(schema, name)?.[1];
    if (member === undefined) throw new Error(`AWS has no ${name}: ${line}`);
    return [name, scalar(member, value)];
  });
  return Object.fromEntries(pairs);
}

function scalar(schema: NormalizedSchema, text: string): unknown {
  if (schema.isNumericSchema()) return Number(text);
  return schema.isBooleanSchema() ? text === 'true' : text;
}

/** As bash splits a line: a part in single quotes is one word. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\.|[^\s'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted = '', escaped = '') => quoted + escaped),
  );
}
