import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, LONG_SENTENCE as LONG } from '../test-support/any-text.ts';
import { cutPassages, PassageCutter } from './cut-passages.ts';

function passages(text: string, pageStarts?: readonly number[]): string[] {
  let start = 0;
  return [...cutPassages(text, pageStarts)].map((end) => text.slice(start, (start = end)));
}

describe('cutPassages', () => {
  it('cuts after sentences, but not after every short one', () => {
    expect(passages(`${LONG} ${LONG} No. Yes. ${LONG}`)).toEqual([
      `${LONG} `,
      `${LONG} `,
      `No. Yes. ${LONG}`,
    ]);
    expect(passages(`“${LONG}” ${LONG}`)).toEqual([`“${LONG}” `, LONG]);
  });

  it('cuts after lines that are long enough', () => {
    const line = 'name,value,and,some,more,columns,of,a,table,without,a,full,stop';
    expect(passages(`${line}\r\n${line}\n\n${line}`)).toEqual([`${line}\r\n`, `${line}\n\n`, line]);
    expect(passages('Heading\n\nand its text')).toEqual(['Heading\n\nand its text']);
  });

  it('cuts after sentences without a following space', () => {
    const sentence = `${'文'.repeat(60)}。」`;
    expect(passages(sentence + sentence)).toEqual([sentence, sentence]);
  });

  it('cuts text without sentences between words, and text without words between characters', () => {
    const words = passages('word '.repeat(200));
    expect(words.length).toBeGreaterThan(1);
    for (const passage of words) expect(passage).toMatch(/^(word )+$/);
    for (const passage of passages(`x${'😀'.repeat(999)}`)) expect(passage.isWellFormed()).toBe(true);
  });

  it('D-42 cuts where a page begins', () => {
    expect(passages('one\n\n two\n\n\n\nfour', [0, 5, 11, 13])).toEqual(['one\n\n ', 'two\n\n\n\n', 'four']);
  });

  it('finds nothing to cite in whitespace', () => {
    expect(passages(' \n\t')).toEqual([]);
    expect(passages('')).toEqual([]);
  });

  it('D-42 for any text, passages cover all of it, none is blank or too long, and none ends within a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 99 }), (text, turn) => {
        const cut = passages(text);
        const inTurns = new PassageCutter(text);
        while (!inTurns.advance(turn));
        expect(inTurns.ends).toEqual(cutPassages(text));
        expect(cut.join('')).toBe(text.trim() === '' ? '' : text);
        for (const passage of cut) {
          expect(passage.trim()).not.toBe('');
          expect(passage.trim().length).toBeLessThanOrEqual(401);
          expect(passage.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
