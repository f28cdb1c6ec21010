import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { processTerminal, runCommandLine } from './cli/index.ts';

// V8 watches which allocation sites make objects that live long and then allocates theirs in the old generation. While a
// service warms up, all requests in progress look long-lived; afterwards each of their objects, and all it refers to,
// had to wait for a full collection. Without it a tenth more requests per second, and a third of the collections.
setFlagsFromString('--no-allocation-site-pretenuring');

// With one processor, the threads that mark the heap for a full collection take it from the event loop for 200 ms. Without them the
// event loop marks in small steps between requests: beside a batch the p99 of live calls was 43 instead of 164 to 215 ms.
if (availableParallelism() === 1) setFlagsFromString('--no-concurrent-marking');

// V8 puts off scavenges while it marks the heap for a full collection, and what requests allocate meanwhile is copied in the pause at the
// end, dead or not: of 30 MB about half, for 8 to 40 ms. With scavenges in between it is some 3 MB.
setFlagsFromString('--no-separate-gc-phases');

// Small buffers share pieces of memory, and one of them that is kept for a while keeps its whole piece. With the 64 KB of
// Node 24 twice as much of what batches allocate had to wait for a full collection as with the 8 KB of earlier versions.
Buffer.poolSize = 8192;

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
