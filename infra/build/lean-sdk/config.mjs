// Replaces two functions that read settings from ~/.aws and from an EC2 machine's metadata: 8 kB and 7 ms of each start.
// Lambda has neither. Here a setting is its environment variable, or the SDK's default.
// By its path, because bundle.ts puts this file in the place of its public name. If a release of the SDK moves this path, no
// function can be built. If it reads the files elsewhere, test/infra/build/bundle.test.ts fails.
// biome-ignore lint/performance/noBarrelFile: it stands in for the SDK's own file.
export * from '../../../node_modules/@smithy/core/dist-es/submodules/config/index.js';

export function loadConfig({ environmentVariableSelector, default: initial }) {
  return async () =>
    environmentVariableSelector(process.env) ??
    (typeof initial === 'function' ? initial() : initial);
}

/** The SDK's default. Other modes set timeouts and retries, which functions/dynamodb/document-client.ts sets itself. */
export function resolveDefaultsModeConfig() {
  return async () => 'legacy';
}
