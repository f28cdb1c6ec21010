import { expect, it } from 'vitest';
import { guessPurpose } from './guess-purpose.ts';

it('FILE-12 a purpose is guessed from the ending of a name', () => {
  const names = ['a.PDF', 'b.jpeg', 'c.jsonl', 'd.zip', 'e.bin', 'pdf', 'f.png.exe'];
  expect(names.map((name) => guessPurpose({ name }))).toEqual([
    'document',
    'vision',
    'batch',
    'skill',
    'code_input',
    'code_input',
    'code_input',
  ]);
  expect(guessPurpose(undefined)).toBe('document');
});
