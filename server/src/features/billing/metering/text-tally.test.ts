import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextTally } from './text-tally.ts';

it('keeps pieces as the text they form, whatever their number and characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 60 }), (chunks) => {
      const tally = new TextTally();
      for (const chunk of chunks) tally.add(chunk);
      expect(tally.text).toBe(chunks.join(''));
      expect(tally.empty).toBe(chunks.join('') === '');
    }),
  );
});
