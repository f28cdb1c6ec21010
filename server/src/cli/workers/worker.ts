import cluster from 'node:cluster';
import { tuneMemory } from '../tune-memory.ts';
import { runWorker } from './run-worker.ts';

tuneMemory();
process.exit(await runWorker(cluster.worker!, Number(process.argv[2])));
