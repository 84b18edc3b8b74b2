/** The fields by which metrics count the log lines of the functions. */
export const logFields = { error: 'error', refused: 'refused', fault: 'fault' } as const;
