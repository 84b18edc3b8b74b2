import { Agent, request } from 'node:http';
import { median, percentile } from './statistics.ts';

interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Load {
  readonly url: string;
  /** Each sends its next request once its last is answered. */
  readonly clients: number;
  readonly requests: number;
  /** The status that each answer has to have. */
  readonly status: number;
  readonly nextRequest: () => LoadRequest;
}

export interface LoadResult {
  readonly clients: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** So many clients at once, until so many requests are answered. */
export async function underLoad(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const times: number[] = [];
  let left = load.requests;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      const status = await send(load.url, load.nextRequest(), agent);
      if (status !== load.status) throw new Error(`Answered ${status} instead of ${load.status}`);
      times.push(performance.now() - sentAt);
    }
  };
  const startedAt = performance.now();
  try {
    await Promise.all(Array.from({ length: load.clients }, client));
  } finally {
    left = 0;
    agent.destroy();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    clients: load.clients,
    perSecond: load.requests / seconds,
    p50: median(times),
    p99: percentile(times, 0.99),
  };
}

function send(url: string, { path, headers, body }: LoadRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
