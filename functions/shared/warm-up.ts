import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from './document-client.ts';

/** What an endpoint that does not answer may cost, at most, the init of an instance. */
const longestMilliseconds = 500;

export interface Rehearsal {
  /** The first call, over documents of which none is read or written. */
  readonly call: (documents: Documents) => Promise<unknown>;
  /** What their store says, even when it cannot be reached: nothing fails, so nothing is logged. */
  readonly answer: object;
}

/**
 * Does in init, on a whole CPU and while nobody waits, what the first call would do on its memory's share of one:
 * it connects, by the agent that the SDK uses, and compiles a call's code. It writes nothing and never fails.
 */
export const rehearse = async (documents: Documents, { call, answer }: Rehearsal) => {
  const tooLate = AbortSignal.timeout(longestMilliseconds);
  // Stryker disable next-line ArrayDeclaration: whatever else is in it is settled.
  const questions: Promise<unknown>[] = [];
  const send = async (command: PutCommand) => {
    command.middlewareStack.add(askForHealth(questions), beforeTheAgent);
    await documents.send(command, { abortSignal: tooLate }).catch(() => {});
    return answer;
  };
  const rehearsal = async () => {
    await call({ send } as Documents).catch(() => {});
    await Promise.allSettled(questions);
  };
  await Promise.race([rehearsal(), once(tooLate, 'abort')]);
};

const beforeTheAgent = {
  name: 'askForHealth',
  step: 'deserialize',
  priority: 'low',
  override: true, // a document command brings its middleware twice
} as const;

// What was to be sent has been signed by now, and goes no further: DynamoDB tells whoever asks for `/` that it is
// healthy. Only a rehearsal's own commands carry this, and read an empty answer while that question is on its way.
const askForHealth =
  (questions: Promise<unknown>[]): Middleware =>
  (next) =>
  async (args) => {
    // Stryker disable next-line StringLiteral: of nothing, Node makes the same.
    const question = { method: 'GET', path: '/', headers: {}, body: undefined };
    const asked = next({ ...args, request: Object.assign({}, args.request, question) });
    // Read to its end, so that the connection is free for the first call.
    questions.push(asked.then(({ response }) => (response as { body: Readable }).body.toArray()));
    return { response: emptyAnswer() } as Awaited<typeof asked>;
  };

type Middleware = Parameters<PutCommand['middlewareStack']['add']>[0];

const emptyAnswer = () => ({
  statusCode: 200,
  headers: { 'x-amz-crc32': String(crc32('{}')) },
  body: Readable.from([Buffer.from('{}')]),
});
