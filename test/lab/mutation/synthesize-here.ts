import { inject } from 'vitest';
import { synthesize } from '../../../infra/synthesize.ts';

// Synthesizes the stack in the process that runs the tests, because the mutant is only there.
synthesize({ outdir: inject('assembly'), code: inject('code') });
