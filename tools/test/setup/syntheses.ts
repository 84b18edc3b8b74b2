import { mkdtempSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FunctionCode } from '../../../infra/build/bundle.ts';
import { anyLoopbackPort, startServer } from '../../local/server.ts';
import { synthesize } from './synthesis.ts';

/**
 * Answers the settings of a stack with its template, for all workers: loading aws-cdk-lib takes longer than a synthesis, and
 * each one is made once.
 */
export function startSyntheses(folder: string, code: FunctionCode) {
  const made = new Map<string, string>();
  const answer: RequestListener = async (request, response) => {
    const settings = await text(request);
    // A worker can wait long between two calls, and would then use a connection that is just being closed.
    response.setHeader('connection', 'close');
    try {
      const stack = made.get(settings) ?? synthesized(settings);
      made.set(settings, stack);
      response.end(stack);
    } catch (error) {
      response.writeHead(500).end((error as Error).stack);
    }
  };
  const synthesized = (settings: string) => {
    const outdir = mkdtempSync(join(folder, 'assembly-'));
    const { stacks } = synthesize({ outdir, code, context: JSON.parse(settings) });
    const [{ template, terminationProtection }] = stacks as [(typeof stacks)[number]];
    return JSON.stringify({ template, terminationProtection });
  };
  return startServer(anyLoopbackPort, answer);
}
