import fc from 'fast-check';
import type { NewPlant } from '../../../functions/create-plant/plant.ts';
import { exactJson } from '../../../functions/http/answer.ts';
import { failures } from '../../../functions/http/failure.ts';
import { path } from '../../../tools/test/setup/contract.ts';
import { example, similarExamples } from '../../examples.ts';
import { newId } from '../api/cases.ts';
import { type FaultName, faults, startFaultyWay } from './faulty-way.ts';
import { contradictions, createHistory } from './history.ts';

interface Service {
  readonly url: string;
  readonly token: string;
}

const request = fc.record({
  id: fc.nat(1),
  fields: fc.constantFrom(...similarExamples.slice(0, 4)),
  fault: fc.constantFrom(...(Object.keys(faults) as FaultName[])),
});
/** The requests of a round are sent at the same time. With the doubled ones, a new account of AWS can run them all at once. */
const story = fc.array(fc.array(request, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Sends random stories to a service, whose answers and requests are lost, late or repeated on their way. Nothing reads its
 * tables: at the end, each client learns by its answer what is stored. Returns what breaks a promise of PROTOCOL.md.
 */
export async function brokenPromises(
  { url, token }: Service,
  parameters: fc.Parameters<[Story]>,
): Promise<string | undefined> {
  const way = await startFaultyWay(url);
  const send = async (fault: FaultName, plant: NewPlant) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const given = { method: 'POST', headers, body: exactJson(plant) };
    try {
      const answer = await fetch(way.addressOf(fault) + path, given);
      return { status: answer.status, body: await answer.text() };
    } catch {
      return { status: 0, body: '' };
    }
  };
  const isKept = async (rounds: Story) => {
    const { creates, record } = createHistory();
    const ids = [newId(), newId()];
    const plantOf = ({ id, fields }: Story[number][number]) => ({ ...example(ids[id]), ...fields });
    for (const round of rounds) {
      await Promise.all(
        round.map((one) => record(plantOf(one), () => send(one.fault, plantOf(one)))),
      );
    }
    await way.settled();
    for (const one of rounds.flat())
      await learn(() => record(plantOf(one), () => send('none', plantOf(one))));
    const wrong = contradictions(creates);
    if (wrong.length > 0)
      throw new Error(`Answers contradict each other: ${JSON.stringify(creates)}`);
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

/** Sends until the answer is final. A store on AWS may fail now and then. */
async function learn(send: () => Promise<{ status: number; body: string }>): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const { status, body } = await send();
    if (status === 200 || body.startsWith(`{"error":${failures.idTaken.error},`)) return;
  }
  throw new Error('Without a fault on its way, a client got no final answer.');
}
