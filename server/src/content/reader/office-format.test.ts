import { describe, expect, it } from 'vitest';
import { docx, pptx, xlsx, zip } from '#test-kit';
import { officeFormat } from './office-format.ts';

const assertRefused = (archive: Buffer, reason: string): void => {
  expect(() => officeFormat(archive)).toThrow(expect.objectContaining({ reason }));
};

describe('officeFormat', () => {
  it('detects the three formats by their required part', () => {
    expect([docx(['a']), xlsx({ a: [['b']] }), pptx(['a'])].map(officeFormat)).toEqual([
      'docx',
      'xlsx',
      'pptx',
    ]);
  });

  it('D-53 refuses other archives, and decompression bombs by their declared sizes', () => {
    assertRefused(zip([{ name: 'a.txt', content: 'a' }]), 'unreadable');
    assertRefused(zip([]), 'unreadable');
    assertRefused(docx(['a'], { claimedBytes: 300_000_000 }), 'too_large');
    assertRefused(docx(['a'], { claimedBytes: 40_000_000 }), 'too_large');
    assertRefused(
      docx(['a'], { entries: Array.from({ length: 5000 }, (_, at) => ({ name: String(at), content: '' })) }),
      'too_large',
    );
    assertRefused(
      docx(['a'], { entries: [{ name: 'word/x.xml', content: 'a', encrypted: true }] }),
      'encrypted',
    );
    expect(officeFormat(docx(['a'], { claimedBytes: 30_000_000 }))).toBe('docx');
  });

  it('refuses every truncation, and directories that point elsewhere', () => {
    const whole = docx(['a']);
    for (let length = 0; length < whole.length; length++)
      assertRefused(whole.subarray(0, length), 'unreadable');
    for (const field of [10, 16]) {
      const wrong = Buffer.from(whole);
      wrong.writeUInt16LE(0xffff, wrong.length - 22 + field);
      assertRefused(wrong, 'unreadable');
    }
  });
});
