/** For a test that synthesizes, or starts whole programs: on a busy machine it takes minutes. */
export const slow = { timeout: 300_000 };

/** How many times longer than usual AWS may take for an answer, so that no test depends on the speed of the machine. */
export const patience = 30;
