import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { lowerCompilerPriority } from '#threads';

const HAS_ONE_PROCESSOR = availableParallelism() === 1;

/** Flags of V8, and why. `--trace-gc` and `npm run bench -- --only svc --scenarios batch` show what one does. */
const FLAGS = [
  // V8 watches which allocation sites make objects that live long and then allocates theirs in the old generation. While a
  // service warms up, all requests in progress look long-lived; afterwards each of their objects, and all it refers to,
  // had to wait for a full collection. Without it a tenth more requests per second, and a third of the collections.
  '--no-allocation-site-pretenuring',
  // TurboFan after a third of V8's usual number of calls, and sooner after the last change of an inline cache. A service runs the same
  // functions for every request: it is warm after 8,000 answers instead of 25,000, and costs a fifth more for the first thousand.
  '--invocation-count-for-turbofan=1000',
  '--minimum-invocations-after-ic-update=200',
  ...(HAS_ONE_PROCESSOR
    ? [
        // The threads that mark the heap for a full collection take a single processor from the event loop for 200 ms. Without them the event
        // loop marks in small steps between requests: beside a batch the p99 of live calls was 43 instead of 164 to 215 ms.
        '--no-concurrent-marking',
        // Nor does it wait for them in a pause: they have a lower priority (below), so any other process would go before them.
        '--no-parallel-scavenge',
        '--no-parallel-compaction',
        '--no-parallel-pointer-update',
      ]
    : []),
  // V8 puts off scavenges while it marks the heap for a full collection, and what requests allocate meanwhile is copied in the pause at the
  // end, dead or not: of 30 MB about half, for 8 to 40 ms. With scavenges in between it is some 3 MB.
  '--no-separate-gc-phases',
  // The next full collection is due when the heap has doubled. By itself V8 let it grow by a third where little was promoted, and marking, which
  // fills the event loop for 300 ms, came every five seconds; under a full batch it let it quadruple, and keeps the memory.
  '--heap-growing-percent=100',
  // WebAssembly is optimized after ten times V8's usual amount of work: while the embedded database opens, V8 otherwise optimizes functions that
  // are hot for that moment only, and needs 40 MB more.
  '--wasm-tiering-budget=130000000',
  // For threads, which start later: the young generation of this one is set when the process starts (bin/svc.js). Theirs would be as large, and
  // their few messages fill 48 MB as surely as requests do.
  '--min-semi-space-size=1',
  '--max-semi-space-size=4',
];

/** Sets when V8 compiles and collects garbage in this process and in the threads it starts afterwards. To be called once, before anything starts a thread. */
export function tuneProcess(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
  if (HAS_ONE_PROCESSOR) lowerCompilerPriority();
  // Small buffers share pieces of memory, and one of them that is kept for a while keeps its whole piece. With the 64 KB of
  // Node 24 twice as much of what batches allocate had to wait for a full collection as with the 8 KB of earlier versions.
  Buffer.poolSize = 8192;
}
