import { fullCoreMegabytes } from './cpu-quota.ts';

/** By memory: the time of our cold start is at most this share of that by NodejsFunction without a runtime. */
export const targets: Readonly<Record<number, number>> = {
  [fullCoreMegabytes]: 0.66,
  512: 0.5,
  128: 0.25,
};

/** The measured sizes of memory, the largest one first. */
export const sizes = Object.keys(targets).map(Number).toReversed();
