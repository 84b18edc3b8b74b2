import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { cx_api } from 'aws-cdk-lib';
import { synthesize } from './synthesize.ts';
import { code } from './synthesized.ts';

/** Another synthesis, with these settings. */
export function synthesizedWith(context: Record<string, unknown>): cx_api.CloudAssembly {
  using outdir = mkdtempDisposableSync(join(tmpdir(), 'plant-store-with-'));
  const assembly = synthesize({ outdir: outdir.path, code, context });
  // A stack reads its template at the first use, but the folder is deleted now.
  for (const stack of assembly.stacks) void stack.template;
  return assembly;
}

/** The settings of a domain. */
export const customDomain = {
  domainName: 'plants.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234',
};
