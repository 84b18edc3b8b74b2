import { fullOrShort } from './full-or-short.ts';

/** For a test that synthesizes, or starts whole programs: on a busy machine it takes minutes. */
export const slow = { timeout: fullOrShort({ full: 3_600_000, short: 300_000 }) };
