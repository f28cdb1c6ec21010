import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { runWorker } from './run-worker.ts';

// As in main.ts, for the same reason.
setFlagsFromString('--no-allocation-site-pretenuring');

process.exit(await runWorker(cluster.worker!, Number(process.argv[2])));
