import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];

interface Ended {
  readonly status: number;
  readonly lines: string[];
}

/** Runs this repository's tests over a folder with these test files. `HERE` in a source is the folder. */
async function runTests(
  sources: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-tests-'));
  folders.push(folder);
  mkdirSync(join(folder, 'scripts'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, source] of Object.entries(sources))
    writeFileSync(
      join(folder, `scripts/${name}.test.ts`),
      `import { existsSync, writeFileSync } from 'node:fs';\nimport { expect, test } from 'vitest';\nconst HERE = ${JSON.stringify(folder)};\n${source}`,
    );
  const { REQUIRE_SERVICES: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`${root}/scripts/test/main.ts`, '--root', folder],
      { env: { ...inherited, ...environment } },
      (error, stdout) =>
        resolve({ status: error ? Number(error.code) : 0, lines: stdout.trimEnd().split('\n') }),
    );
  });
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Fails in the first run of its file and passes in the second. */
const UNSTEADY = `test('settles', () => {
  const seen = existsSync(HERE + '/' + import.meta.filename.split('/').at(-1) + '.seen');
  writeFileSync(HERE + '/' + import.meta.filename.split('/').at(-1) + '.seen', '');
  expect(seen).toBe(true);
});`;

describe('a run of the tests', () => {
  it('ends with what passed, failed and was skipped, alone on the last line', async () => {
    const { status, lines } = await runTests({
      planted: `
        test('passes', () => {});
        test('fails', () => { throw new Error('planted'); });
        test('skips', (context) => context.skip('no such service here'));`,
    });
    expect(lines.slice(-2)).toEqual(['skipped: no such service here', '1 passed, 1 failed, 1 skipped']);
    expect(status).toBe(1);
  });

  it('passes without a service, unless services are required', async () => {
    const sources = {
      planted: `test('passes', () => {}); test('skips', (context) => context.skip('no such service here'));`,
    };
    expect((await runTests(sources)).status).toBe(0);
    expect((await runTests(sources, { REQUIRE_SERVICES: '1' })).status).toBe(1);
  });

  it('passes with tests that do not apply, services required or not', async () => {
    const { status, lines } = await runTests(
      { planted: `test('passes', () => {}); test.skip('does not apply', () => {});` },
      { REQUIRE_SERVICES: '1' },
    );
    expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  it.each([
    ['cannot be loaded', `import './nowhere.ts';`, '0 passed, 1 failed, 0 skipped'],
    [
      'has an error outside of every test',
      `test('passes', () => { setTimeout(() => { throw new Error('planted'); }); });`,
      '1 passed, 1 failed, 0 skipped',
    ],
  ])('fails by a file that %s', async (_, planted, closing) => {
    const { status, lines } = await runTests({ planted });
    expect(lines.at(-1)).toBe(closing);
    expect(status).toBe(1);
  });

  it('fails by a file that ends its process, and still runs the others', async () => {
    const { status, lines } = await runTests({
      ends: `test('ends', () => { process.kill(process.pid, 'SIGKILL'); });`,
      first: `test('passes', () => {});`,
      second: `test('passes', () => {});`,
    });
    expect(lines.at(-1)).toMatch(/^2 passed, [1-9]\d* failed, 0 skipped$/);
    expect(status).toBe(1);
  });

  it('fails when nothing ran', async () => {
    const { status, lines } = await runTests({});
    expect(lines.at(-1)).toBe('0 passed, 0 failed, 0 skipped');
    expect(status).toBe(1);
  });

  it('passes with unsteady files, and lists each with what failed first', async () => {
    const { status, lines } = await runTests({
      unsteady: UNSTEADY,
      steady: `test('passes', () => {});`,
    });
    expect(lines.slice(-4)).toEqual([
      'unsteady:',
      '  scripts/unsteady.test.ts: settles: expected false to be true // Object.is equality',
      '1 unsteady, which failed once and passed alone',
      '2 passed, 0 failed, 0 skipped',
    ]);
    expect(status).toBe(0);
  });

  it('fails by what fails again beside what is unsteady', async () => {
    const { status, lines } = await runTests({
      unsteady: UNSTEADY,
      broken: `test('fails', () => { throw new Error('planted'); });`,
    });
    expect(lines).toContain('1 unsteady, which failed once and passed alone');
    expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  it('fails with more than three unsteady files', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const { status, lines } = await runTests(Object.fromEntries(names.map((name) => [name, UNSTEADY])));
    expect(lines.at(-2)).toBe(
      '4 unsteady, which failed once and passed alone, more than the 3 that are allowed',
    );
    expect(lines.at(-1)).toBe('4 passed, 0 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
