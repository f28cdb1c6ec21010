import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];

/** Runs this repository's test configuration over a folder with one test file, or none. */
async function runTests(
  source: string | undefined,
  environment: Record<string, string> = {},
): Promise<{ status: number; lines: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'closing-line-'));
  folders.push(folder);
  mkdirSync(join(folder, 'scripts'));
  if (source !== undefined) writeFileSync(join(folder, 'scripts/planted.test.ts'), source);
  const args = [
    `${root}/node_modules/vitest/vitest.mjs`,
    'run',
    '--root',
    folder,
    '--config',
    `${root}/vitest.config.ts`,
    '--globals',
  ];
  const { REQUIRE_SERVICES: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...inherited, ...environment } }, (error, stdout) => {
      resolve({ status: error ? Number(error.code) : 0, lines: stdout.trimEnd().split('\n') });
    });
  });
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('the closing line', () => {
  it('counts what passed, failed and was skipped, last and alone', async () => {
    const { status, lines } = await runTests(`
      test('passes', () => {});
      test('fails', () => { throw new Error('planted'); });
      test('skips', (context) => context.skip('no such service here'));
    `);
    expect(lines.slice(-2)).toEqual(['skipped: no such service here', '1 passed, 1 failed, 1 skipped']);
    expect(status).toBe(1);
  });

  it('lets a run without a service pass, unless services are required', async () => {
    const source = `test('passes', () => {}); test('skips', (context) => context.skip('no such service here'));`;
    expect((await runTests(source)).status).toBe(0);
    expect((await runTests(source, { REQUIRE_SERVICES: '1' })).status).toBe(1);
  });

  it('lets tests that do not apply be skipped, services required or not', async () => {
    const source = `test('passes', () => {}); test.skip('does not apply', () => {});`;
    const { status, lines } = await runTests(source, { REQUIRE_SERVICES: '1' });
    expect(lines.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  it('counts a file that cannot be loaded as a failure', async () => {
    const { status, lines } = await runTests(`import './nowhere.ts';`);
    expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  it('counts an error outside every test as a failure', async () => {
    const { status, lines } = await runTests(
      `test('passes', () => { setTimeout(() => { throw new Error('planted'); }); });`,
    );
    expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  it('fails a run in which nothing ran', async () => {
    const { status, lines } = await runTests(undefined);
    expect(lines.at(-1)).toBe('0 passed, 0 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
