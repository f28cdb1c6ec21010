import cluster from 'node:cluster';
import { tuneProcess } from '../tune-process.ts';
import { runWorker } from './run-worker.ts';

tuneProcess();
process.exit(await runWorker(cluster.worker!, Number(process.argv[2])));
