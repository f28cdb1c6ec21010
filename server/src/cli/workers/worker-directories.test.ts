import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gatherJournals } from './worker-directories.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-workers-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function leave(directory: string, ...lines: readonly string[]): void {
  mkdirSync(join(dataDir, directory, 'journal'), { recursive: true });
  for (const [i, line] of lines.entries())
    writeFileSync(join(dataDir, directory, 'journal', `00000000000${i + 1}.jsonl`), `${line}\n`);
}

const left = (directory: string): string[] => {
  const journal = join(dataDir, directory, 'journal');
  return readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => readFileSync(join(journal, name), 'utf8').trim());
};

it('leaves everything where it is for the same number of workers', async () => {
  leave('worker-1', 'a');
  leave('worker-2', 'b');
  await gatherJournals({ dataDir, workers: 2 });
  expect([left('worker-1'), left('worker-2')]).toEqual([['a'], ['b']]);
});

it('gives the first what fewer workers would not open, in order and behind what it has', async () => {
  leave('worker-1', 'a', 'b');
  leave('worker-2', 'c');
  leave('worker-3', 'd', 'e');
  leave('worker-4', 'f');
  await gatherJournals({ dataDir, workers: 2 });
  expect([left('worker-2'), left('worker-3'), left('worker-4')]).toEqual([['c'], [], []]);
  expect(left('worker-1').slice(0, 2)).toEqual(['a', 'b']);
  expect(left('worker-1').toSorted()).toEqual(['a', 'b', 'd', 'e', 'f']);
});

it('passes between one process and several, both ways', async () => {
  leave('.', 'a');
  writeFileSync(join(dataDir, 'journal', 'rejected.jsonl'), 'x\n');
  await gatherJournals({ dataDir, workers: 3 });
  expect([left('.'), left('worker-1')]).toEqual([['x'], ['a']]);
  leave('worker-2', 'b');
  await gatherJournals({ dataDir, workers: 1 });
  expect(left('.').toSorted()).toEqual(['a', 'b', 'x']);
  expect([left('worker-1'), left('worker-2')]).toEqual([[], []]);
});
