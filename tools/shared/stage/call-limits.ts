/**
 * By default, the SDK waits for an answer without end. It calls three times, unless AWS_MAX_ATTEMPTS says otherwise. The
 * tests have more patience than 1, for a busy machine: they wait as many times longer.
 */
export function limitsOf(patience: number) {
  return {
    requestHandler: {
      connectionTimeout: 3_000 * patience,
      requestTimeout: 6_000 * patience,
      throwOnRequestTimeout: true,
      // Also while an answer arrives.
      socketTimeout: 6_000 * patience,
    },
  };
}

export const callLimits = limitsOf(1);
