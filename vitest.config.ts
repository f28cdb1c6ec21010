import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/test/long-first.ts';
import { embeddedShard } from './scripts/test/embedded-shard.ts';
import { testSeed } from './scripts/test/seed.ts';

/**
 * Where the processor has memory protection keys, V8 books pages of compiled code in a table that embedded databases, opened and
 * closed by the dozen, bring into disorder once in many thousand times: "Check failed: jit_page.has_value()", and the process is gone.
 */
const WITHOUT_PROTECTION_KEYS =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : [];

/** What a test makes is garbage when it ends. In a young generation of this size most of it is never copied: a tenth of the processor time. */
const YOUNG_GENERATION = ['--max-semi-space-size=64', '--min-semi-space-size=32'];

const seed = testSeed(process.env);

/** Where processes that tests start keep what they compiled: stripping and compiling the sources is half of a start. */
const compiled = join(import.meta.dirname, 'node_modules/.cache/svc-compiled');

export default defineConfig({
  test: {
    include: ['{contract,server,connector,console,site,sdk,conformance,scripts,bench}/**/*.test.ts'],
    // Processes, not threads: tests start workers and child processes of their own, and exit hooks must see a real exit.
    pool: 'forks',
    // One process runs many files, and has loaded and compiled the sources once: half of the processor time is saved. So what a
    // module outside of a test file sets up, it does in hooks: its top level runs for the first file alone.
    isolate: false,
    // Modules are loaded by Node itself, as in production: Vite would transform each source again in every clean checkout.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: [
      'scripts/test/record-cost.ts',
      'scripts/test/seed-examples.ts',
      'server/test-kit/passwords/setup-password-hashes.ts',
    ].map((path) => join(import.meta.dirname, path)),
    globalSetup: join(import.meta.dirname, 'server/test-kit/postgres/drop-lent-databases.ts'),
    env: {
      NODE_COMPILE_CACHE: compiled,
      TEST_RUN: String(process.pid),
      TEST_SHARD: embeddedShard(process.env),
      ...(seed && { TEST_SEED: seed }),
    },
    execArgv: [...WITHOUT_PROTECTION_KEYS, ...YOUNG_GENERATION],
    // On two processors: tests wait about a quarter of their time, for servers that start and for what must not come.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // A start of the embedded database takes seconds on a busy machine, and some tests make several; a batch took over 20 s to begin.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
  },
});
