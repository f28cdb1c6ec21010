import { describe, expect, it } from 'vitest';
import type { Token } from 'node-llama-cpp';
import { TextDecoder } from './text-decoder.ts';

/** A vocabulary of single bytes. */
const bytes = {
  detokenize: (tokens: readonly Token[]) =>
    Buffer.from(tokens as readonly number[] as number[]).toString('utf8'),
};

function decode(text: string | Buffer, stopTexts: readonly string[]): string[] {
  const decoder = new TextDecoder(bytes, [], stopTexts);
  const chunks: string[] = [];
  for (const byte of Buffer.from(text)) {
    chunks.push(decoder.push(byte as Token));
    if (decoder.stopped) break;
  }
  chunks.push(decoder.end());
  return chunks.filter((chunk) => chunk !== '');
}

describe('TextDecoder', () => {
  it('never splits a character', () => {
    expect(decode('né 漢 🙂', [])).toEqual(['n', 'é', ' ', '漢', ' ', '🙂']);
  });

  it('continues after invalid bytes, and shows an incomplete character at the end', () => {
    expect(decode(Buffer.from([0xff, 0xfe, 0xfd, 0xfc, 0x61]), []).at(-1)).toBe('a');
    expect(decode(Buffer.from([0x61, 0xe6, 0xbc]), [])).toEqual(['a', '\ufffd']);
  });

  it('stops at a stop text without showing any of it', () => {
    expect(decode('Hello\n### Human: more', ['\n### Human', '\n\n']).join('')).toBe('Hello');
  });

  it('shows what a token has before a stop text, wherever the text begins', () => {
    const words = ['Hello\nSTO', 'P more', 'STOP'];
    const decoder = () =>
      new TextDecoder(
        { detokenize: (tokens) => tokens.map((token) => words[token]).join('') },
        [],
        ['\nSTOP', 'STOP'],
      );
    const split = decoder();
    expect([split.push(0 as Token), split.push(1 as Token), split.end(), split.stopped]).toEqual([
      'Hello',
      '',
      '',
      true,
    ]);
    const first = decoder();
    expect([first.push(2 as Token), first.end(), first.stopped]).toEqual(['', '', true]);
    const whole = new TextDecoder({ detokenize: () => 'before STOP after' }, [], ['after', 'STOP']);
    expect([whole.push(0 as Token), whole.stopped]).toEqual(['before ', true]);
  });

  it('shows text that only looked like a stop text', () => {
    expect(decode('a ## b ###', ['### H']).join('')).toBe('a ## b ###');
  });
});
