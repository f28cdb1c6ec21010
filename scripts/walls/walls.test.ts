import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FOLDERS } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly filename: string;
}

async function wallViolations(): Promise<string[]> {
  // oxlint exits 1 on any finding, also on those that are not about walls: the output decides, not the status.
  const args = [`${root}/node_modules/oxlint/bin/oxlint`, '--format', 'json'];
  const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const report = JSON.parse(stdout) as { diagnostics: Diagnostic[]; number_of_files: number };
  expect(report.number_of_files).toBeGreaterThan(20);
  return report.diagnostics
    .filter((one) => one.code.startsWith('walls('))
    .map((one) => `${one.filename}: ${one.message}`);
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(`${root}/${folder}`, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
}

describe('the walls', () => {
  it('know every folder of the server', () => {
    const known = new Set(FOLDERS.map((folder) => folder.path));
    const found = [...foldersIn('server/src'), ...foldersIn('server/src/features')].filter(
      (folder) => folder !== 'server/src/features',
    );
    expect(found.filter((folder) => !known.has(folder))).toEqual([]);
    expect(found.length).toBeGreaterThan(5);
  });

  it('know every folder of the Console', () => {
    const known = new Set(FOLDERS.map((folder) => folder.path));
    expect(foldersIn('console/src').filter((folder) => !known.has(folder))).toEqual(['console/src/styles']);
  });

  it('only look back: a folder imports folders above it in the table, so no circle can form', () => {
    const names = FOLDERS.map((folder) => folder.name);
    for (const [position, folder] of FOLDERS.entries()) {
      const imported =
        folder.mayImport === 'everything' ? [] : [...folder.mayImport, ...(folder.typesOnly ?? [])];
      expect(names.slice(0, position), folder.name).toEqual(expect.arrayContaining(imported));
    }
  });

  it('stand: no file of the tree breaks them', async () => {
    expect(await wallViolations()).toEqual([]);
  });
});
