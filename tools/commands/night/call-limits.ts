/** By default, the SDK waits for an answer without end. It calls three times, unless AWS_MAX_ATTEMPTS says otherwise. */
export const callLimits = {
  requestHandler: {
    connectionTimeout: 3_000,
    requestTimeout: 6_000,
    throwOnRequestTimeout: true,
    // Also while an answer arrives.
    socketTimeout: 6_000,
  },
};
