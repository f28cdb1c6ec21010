// The load generator's process: a LoadJob as JSON on stdin, a LoadResult as JSON on stdout.
import { text } from 'node:stream/consumers';
import { runBatch } from './batch.ts';
import { runClosedLoop } from './closed-loop.ts';
import { runConstantRate } from './constant-rate.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { runStreams } from './streams.ts';
import { runUploads } from './uploads.ts';

function run({ target, upload, shape }: LoadJob): Promise<LoadResult> {
  if (shape.kind === 'closed-loop') return runClosedLoop(target, shape);
  if (shape.kind === 'constant-rate') return runConstantRate(target, shape);
  if (shape.kind === 'uploads') return runUploads(target, upload, shape);
  if (shape.kind === 'batch') return runBatch(target, shape);
  return runStreams(target, shape);
}

const result = await run(JSON.parse(await text(process.stdin)) as LoadJob);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
