import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Processor time is counted in these by Linux, on every machine of today. */
const TICKS_PER_SECOND = 100;

/** Of this process, its threads, and its child processes that have ended. Undefined elsewhere than on Linux. */
function processorSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (
      fields
        .slice(11, 15)
        .map(Number)
        .reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
    );
  } catch {
    return undefined;
  }
}

const costFile = process.env['TEST_COSTS'];
const before = processorSeconds();

// Runs after the hooks of the file, which end what it started: the first hook that is set up is the last one that runs.
if (costFile && before !== undefined)
  afterAll(() => {
    const cost = (processorSeconds() ?? before) - before;
    appendFileSync(costFile, `${JSON.stringify({ path: expect.getState().testPath, cost })}\n`);
  });
