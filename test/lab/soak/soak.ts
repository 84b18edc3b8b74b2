import { Agent } from 'node:http';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { exchange } from '../../exchange.ts';
import { mixFor, type Sample } from './mix.ts';
import { takeVitals, type Vitals } from './vitals.ts';

export interface SoakSettings {
  readonly requests: number;
  readonly minutes: number;
  readonly clients: number;
  /** How often to look, at least. */
  readonly samples?: number;
  /** A synthesized stack whose throttle lets all of it through. */
  readonly assembly: string;
  /** The cap for each function. */
  readonly mostInstances?: number;
  readonly onVitals?: (vitals: Vitals) => void;
}

export interface SoakResult {
  readonly seconds: number;
  /** How many of each kind were sent. */
  readonly sent: Readonly<Record<string, number>>;
  readonly unexpected: readonly string[];
  readonly unexpectedCount: number;
  /** One sample after the warm-up, then one after each stretch of requests. */
  readonly vitals: readonly Vitals[];
}

const mostExamples = 10;
/** The place in the mix where many new tokens come at once. */
const first = 1_000;

/** Sends requests of every kind over real sockets, in stretches. Between two stretches, no request is running. */
export async function soak(settings: SoakSettings): Promise<SoakResult> {
  const { requests, minutes, clients, samples = 40, onVitals = () => {} } = settings;
  const { assembly, mostInstances } = settings;
  const store = await startPlantStore({ assembly, mostInstances });
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const mix = mixFor(store.token);
  const sent: Record<string, number> = {};
  const unexpected: string[] = [];
  const vitals: Vitals[] = [];
  let unexpectedCount = 0;
  let place = 0;

  const send = async ({ path, ...sample }: Sample) => {
    const { status, body } = await exchange(store.url + path, { agent, ...sample });
    sent[sample.kind] = (sent[sample.kind] ?? 0) + 1;
    if (status === sample.status && isRight(body, sample.answer)) return;
    unexpectedCount += 1;
    if (unexpected.length < mostExamples) unexpected.push(`${sample.kind}: ${status} ${body}`);
  };
  const stretchTo = async (end: number, until: number) => {
    const client = async () => {
      while (place < end && Date.now() < until) {
        const next = place;
        place += 1;
        await send(mix(next));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    vitals.push(takeVitals(1 + place - first, store.pids()));
    onVitals(vitals.at(-1) as Vitals);
  };

  try {
    const start = Date.now();
    const deadline = start + minutes * 60_000;
    const end = first + requests;
    const stretch = { requests: Math.ceil(requests / samples), time: (minutes * 60_000) / samples };
    // First the id that others will find taken. Then every instance starts, since all clients come at once.
    await send(mix(0));
    place = first;
    while (place < end && Date.now() < deadline) {
      const until = Math.min(deadline, Date.now() + stretch.time);
      await stretchTo(Math.min(end, place + stretch.requests), until);
    }
    const seconds = (Date.now() - start) / 1000;
    return { seconds, sent, unexpected, unexpectedCount, vitals };
  } finally {
    agent.destroy();
    await store.close();
  }
}

function isRight(body: string, answer: string | number): boolean {
  return typeof answer === 'string'
    ? body === answer
    : body.startsWith(`{"error":${answer},"message":"`);
}
