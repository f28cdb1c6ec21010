import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { processorSeconds } from './process-time.ts';

const costFile = process.env['TEST_COSTS'];
const before = costFile ? processorSeconds(process.pid) : undefined;

// Runs after the hooks of the file, which end what it started: the first hook that is set up is the last one that runs.
if (costFile && before !== undefined)
  afterAll(() => {
    const cost = (processorSeconds(process.pid) ?? before) - before;
    appendFileSync(costFile, `${JSON.stringify({ path: expect.getState().testPath, cost })}\n`);
  });
