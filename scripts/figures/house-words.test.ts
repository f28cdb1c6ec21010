import { describe, expect, it } from 'vitest';
import { houseWords } from './house-words.ts';
import { plantedTree } from './planted-tree.ts';

const count = (files: Readonly<Record<string, string>>) => houseWords(plantedTree(files, []))[0]?.places;

describe('names with a word of this house only', () => {
  it('are those of files, types, functions, constants, methods and private fields', () => {
    expect(
      count({
        'server/src/read-answer.ts':
          'export const PIECE_BYTES = 1;\nclass A { #told = 1; giveBack(): void {} }',
      }),
    ).toEqual([
      'server/src/read-answer.ts read-answer',
      'server/src/read-answer.ts:1 PIECE_BYTES',
      'server/src/read-answer.ts:2 told',
      'server/src/read-answer.ts:2 giveBack',
    ]);
  });

  it('may stand in a test, too', () => {
    expect(count({ 'server/test/a.test.ts': 'const AT_ONCE = 2;' })).toEqual([
      'server/test/a.test.ts:1 AT_ONCE',
    ]);
  });

  it('are not longer words that begin alike', () => {
    expect(count({ 'server/src/a.ts': 'function formatText() {}\nconst PARTYLINE = 1, GIVES = 2;' })).toEqual(
      [],
    );
  });

  it('are not words that mean there what they mean everywhere', () => {
    expect(
      count({
        'console/src/ui/form/form.tsx': 'export function Form() {}',
        'server/src/features/oauth/read-form.ts': 'export function readForm() {}',
        'server/src/blobs/sealed-file.ts': 'export class SealedFile {}',
      }),
    ).toEqual([]);
  });

  it('are so elsewhere', () => {
    expect(count({ 'server/src/reply/a.ts': 'interface ReplyForm {}\nclass ReplySeal {}' })).toEqual([
      'server/src/reply/a.ts:1 ReplyForm',
      'server/src/reply/a.ts:2 ReplySeal',
    ]);
  });

  it('are left alone in migrations and generated files', () => {
    expect(
      count({
        'server/src/store/migrations/0007-told.ts': 'function tell() {}',
        'sdk/src/generated/types.ts': 'interface ToldPiece {}',
      }),
    ).toEqual([]);
  });
});
