import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tools/test/closing-line.ts';

/**
 * Where the processor has memory protection keys, V8 books pages of compiled code in a table that embedded databases, opened and
 * closed by the dozen, bring into disorder once in many thousand times: "Check failed: jit_page.has_value()", and the process is gone.
 */
const WITHOUT_PROTECTION_KEYS = process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : [];

export default defineConfig({
  test: {
    include: ['{contract,server,console,sdk,conformance,tools,bench}/**/*.test.ts'],
    // Processes, not threads: tests start workers and child processes of their own, and exit hooks must see a real exit.
    pool: 'forks',
    execArgv: WITHOUT_PROTECTION_KEYS,
    maxWorkers: 2,
    // A first start of the embedded database takes seconds on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    reporters: ['default', new ClosingLine()],
  },
});
