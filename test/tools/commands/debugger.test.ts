import inspector from 'node:inspector';
import { expect, it, onTestFinished } from 'vitest';
import { openInspector } from '../../../tools/commands/debugger.ts';
import { isLoopback } from '../../../tools/local/address.ts';

it('a debugger attaches only from this machine, at the port that is returned', () => {
  const port = openInspector();
  onTestFinished(() => inspector.close());
  const url = new URL(`${inspector.url()}`);
  expect(isLoopback(url.hostname)).toBe(true);
  expect(url.port).toBe(`${port}`);
});
