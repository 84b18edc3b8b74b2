import { workerData } from 'node:worker_threads';
import { synthesize } from '../../infra/synthesize.ts';

// Each synthesis has a new thread: it loads the files as they are now, and the gateway keeps serving.
synthesize(workerData);
