import type { DeployedFunction } from '../../test/setup/deployed-function.ts';
import type { Bench } from './bench.ts';
import { type ColdStart, measureColdStart } from './cold-start.ts';

/** A function, and the event of its first request. */
export interface Start {
  readonly lambda: DeployedFunction;
  readonly event: unknown;
}

/** The functions that start one after the other until a client has its answer. */
export type Way = readonly Start[];

/** The times of one round, in the order of the ways. */
export type Round = readonly ColdStart[];

/** The part of the rounds that is kept: those with the least time together. */
const keptShare = 0.6;

/** Each way once in each round, in turns, so that a slow round changes no ratio. */
export async function measure(bench: Bench, ways: readonly Way[], megabytes: number) {
  const all: Round[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const times: ColdStart[] = [];
    const entries = [...ways.entries()];
    for (const [index, way] of round % 2 ? entries : entries.toReversed()) {
      times[index] = await timeOf(bench, way, megabytes);
    }
    all.push(times);
  }
  const sum = (times: Round) => times.reduce((total, { elapsed }) => total + elapsed, 0);
  return all
    .toSorted((one, other) => sum(one) - sum(other))
    .slice(0, Math.ceil(keptShare * bench.rounds));
}

/** Starts the functions of a way one after the other. */
async function timeOf(bench: Bench, way: Way, megabytes: number): Promise<ColdStart> {
  let [elapsed, cpu] = [0, 0];
  for (const { lambda, event } of way) {
    const start = await measureColdStart(bench, lambda, event, megabytes);
    elapsed += start.elapsed;
    cpu += start.cpu;
  }
  return { elapsed, cpu };
}
