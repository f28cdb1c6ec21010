import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tools/test/closing-line.ts';

export default defineConfig({
  test: {
    include: ['{contract,server,console,sdk,conformance,tools,bench}/**/*.test.ts'],
    // Processes, not threads: tests start workers and child processes of their own, and exit hooks must see a real exit.
    pool: 'forks',
    maxWorkers: 2,
    // A first start of the embedded database takes seconds on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    reporters: ['default', new ClosingLine()],
  },
});
