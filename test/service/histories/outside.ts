import fc from 'fast-check';
import { newNumber } from '../../examples.ts';
import { httpRequest } from '../../setup/test-events.ts';
import { type ClientFaultName, clientFaults, startFaultyWay } from './faulty-way.ts';
import { createHistory, historyText, learn, orderOf } from './history.ts';
import { type Step, stepsTo } from './stored.ts';

interface Service {
  readonly url: string;
  readonly token: string;
  /** The functions of the operations that it has. All, if it does not say so. */
  readonly names?: readonly string[];
}

const request = fc.record({
  id: fc.nat(1),
  step: fc.nat(),
  fault: fc.constantFrom(...(Object.keys(clientFaults) as ClientFaultName[])),
});
/** The requests of a round are sent at the same time. With the doubled ones, a new account of AWS can run them all at once. */
const story = fc.array(fc.array(request, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

// Nothing reads what is stored.
const sender = { client: '', lastFour: '', time: '' };

/**
 * Sends random stories to a service, whose answers and requests are lost, late or repeated on their way. Nothing reads its
 * tables: at the end, each client learns by its answer what is stored. Returns what no order of the requests explains.
 */
export async function brokenPromises(
  { url, token, names }: Service,
  parameters: fc.Parameters<[Story]>,
): Promise<string | undefined> {
  const way = await startFaultyWay(url);
  const send = async (fault: ClientFaultName, { operation, request }: Step) => {
    const { method, path, body } = httpRequest(operation, request);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const given = { method, headers, ...(body !== undefined && { body }) };
      const answer = await fetch(way.addressOf(fault) + path, given);
      return { status: answer.status, body: await answer.text() };
    } catch {
      return { status: 0, body: '' };
    }
  };
  const begin = () => {
    const { requests, record } = createHistory();
    const steps = stepsTo(newNumber(), 4, sender).filter(
      ({ operation }) => names?.includes(operation.functionName) ?? true,
    );
    const ask = (step: Step, fault: ClientFaultName) => {
      const { functionName: name, effect } = step.operation;
      return record({ name, effect, sent: step.request }, () => send(fault, step));
    };
    return { requests, steps, ask };
  };
  const isKept = async (rounds: Story) => {
    const histories = [begin(), begin()];
    const toAsk = ({ id, step }: Story[number][number]) => {
      const { steps, ask } = histories[id] as (typeof histories)[number];
      return (fault: ClientFaultName) => ask(steps[step % steps.length] as Step, fault);
    };
    for (const round of rounds) await Promise.all(round.map((one) => toAsk(one)(one.fault)));
    await way.settled();
    for (const one of rounds.flat()) await learn(() => toAsk(one)('none'));
    for (const { requests } of histories) {
      if (orderOf(requests, undefined) !== undefined) continue;
      throw new Error(`Answers contradict each other:\n${historyText(requests)}`);
    }
  };
  try {
    return fc.defaultReportMessage(
      await fc.check(fc.asyncProperty(story, isKept), {
        ...parameters,
        includeErrorInReport: true,
      }),
    );
  } finally {
    way.stop();
  }
}
