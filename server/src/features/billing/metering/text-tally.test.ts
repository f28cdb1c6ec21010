import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextTally } from './text-tally.ts';

it('keeps pieces as the text they form, whatever their number and characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 60 }), (pieces) => {
      const tally = new TextTally();
      for (const piece of pieces) tally.add(piece);
      expect(tally.text).toBe(pieces.join(''));
      expect(tally.empty).toBe(pieces.join('') === '');
    }),
  );
});
