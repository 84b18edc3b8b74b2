import { parentPort, workerData } from 'node:worker_threads';
import { synthesize } from '../../stack/synthesize.ts';

// A new thread each time: it loads the files as they are now, and the gateway goes on serving.
synthesize(workerData);
parentPort?.postMessage('done');
