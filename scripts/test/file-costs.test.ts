import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { describeCosts, EXPENSIVE } from './file-costs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the processor time of test files', () => {
  let folder: string | undefined;
  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is summed, and files over eight seconds are named with the dearest first, unless they are listed', () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-costs-'));
    const file = join(folder, 'costs');
    const [listed = ''] = Object.keys(EXPENSIVE);
    const costs = { 'a.test.ts': 8, 'b.test.ts': 8.5, 'c.test.ts': 20, [listed]: 100 };
    const lines = Object.entries(costs).map(([path, cost]) =>
      JSON.stringify({ path: join(ROOT, path), cost }),
    );
    writeFileSync(file, lines.join('\n'));
    expect(describeCosts(ROOT, file)).toEqual([
      '137 s of a processor in 4 files',
      '  over 8 s: 20.0 s c.test.ts',
      '  over 8 s: 8.5 s b.test.ts',
    ]);
  });

  it('is not told where none was recorded', () => {
    expect(describeCosts(ROOT, join(tmpdir(), 'no-such-file'))).toEqual([]);
  });

  it.each(Object.keys(EXPENSIVE))('is excused for a file that exists: %s', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });
});
