/** For a test that synthesizes, or starts whole programs: on a busy machine it takes minutes. */
export const slow = { timeout: 300_000 };
