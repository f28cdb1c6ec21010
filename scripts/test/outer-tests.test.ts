import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { outerTests } from './outer-tests.ts';

const outer = new Set(outerTests(fileURLToPath(new URL('../..', import.meta.url))));

describe('tests that npm test leaves out', () => {
  it.each([
    ['starts a browser through a fixture', 'console/test/keys.test.ts'],
    ['starts processes through a fixture', 'server/test/processes-money.test.ts'],
    ['starts processes of its own', 'scripts/walls/walls.test.ts'],
    ['tests processes from outside', 'conformance/src/conformance.test.ts'],
  ])('are one that %s', (_, path) => {
    expect(outer.has(path)).toBe(true);
  });

  it.each([
    ['takes other things of the test kit', 'server/test/money.test.ts'],
    ['uses a database', 'server/src/jobs/job-worker.test.ts'],
    ['uses neither', 'contract/src/errors.test.ts'],
  ])('are not one that %s', (_, path) => {
    expect(outer.has(path)).toBe(false);
  });
});
