import { onTestFinished, vi } from 'vitest';
import { type Call, type Hook, passOn, startRecordingProxy } from '../setup/recording-proxy.ts';

/** Puts a proxy between the commands and the tables, for the rest of the test. Returns the calls. */
export async function behindProxy(hook: Hook = passOn): Promise<readonly Call[]> {
  const store = `${process.env['AWS_ENDPOINT_URL_DYNAMODB']}`;
  const proxy = await startRecordingProxy({ store, hook });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  onTestFinished(() => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store);
    proxy.stop();
  });
  return proxy.calls;
}
