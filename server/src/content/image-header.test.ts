import { describe, expect, it } from 'vitest';
import { gif, jpeg, png, webp } from '#test-kit';
import { readImageHeader } from './image-header.ts';
import { estimateImageTokens } from './image-tokens.ts';

const IMAGES: readonly [string, string, Buffer][] = [
  ['PNG', 'image/png', png(640, 480)],
  ['GIF', 'image/gif', gif(640, 480)],
  ['JPEG', 'image/jpeg', jpeg(640, 480)],
  ['JPEG with long metadata', 'image/jpeg', jpeg(640, 480, 60_000)],
  ['WebP, lossy', 'image/webp', webp(640, 480, 'VP8 ')],
  ['WebP, lossless', 'image/webp', webp(640, 480, 'VP8L')],
  ['WebP, extended', 'image/webp', webp(640, 480, 'VP8X')],
];

describe('readImageHeader', () => {
  it.each(IMAGES)('D-53 detects type and size of a %s', (_name, mediaType, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ mediaType, widthPixels: 640, heightPixels: 480 });
  });

  it('D-53 rejects everything else, and images without a size', () => {
    const others = [
      '',
      'BM0000',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RIFF0000WAVEfmt ',
      '%PDF-1.4',
      'II*\0',
      '\0\0\0\u0018ftypavif',
    ];
    for (const other of others) expect(readImageHeader(Buffer.from(other, 'latin1')), other).toBeUndefined();
    // The size of a kind of WebP that nobody knows would be read from anywhere.
    const unknown = webp(640, 480, 'VP8L');
    unknown.write('VP9L', 12);
    const unmarked = webp(640, 480, 'VP8L');
    unmarked[20] = 0;
    for (const image of [unknown, unmarked]) expect(readImageHeader(image)).toBeUndefined();
    for (const empty of [png(0, 5), gif(5, 0), jpeg(0, 0)]) expect(readImageHeader(empty)).toBeUndefined();
  });

  it('reads a view into a larger buffer', () => {
    const whole = Buffer.concat([Buffer.alloc(7), png(3, 4)]);
    expect(readImageHeader(whole.subarray(7))).toMatchObject({ widthPixels: 3, heightPixels: 4 });
  });

  it('survives every truncation and every flipped byte', () => {
    for (const [, , bytes] of IMAGES.filter(([name]) => !name.includes('long')))
      for (let at = 0; at < bytes.length; at++) {
        expect(() => readImageHeader(bytes.subarray(0, at))).not.toThrow();
        const flipped = Buffer.from(bytes);
        for (const value of [0, 0x7f, 0xff]) {
          flipped[at] = value;
          expect(() => readImageHeader(flipped)).not.toThrow();
        }
      }
  });
});

it.each([
  [1, 1, 1],
  [750, 1, 1],
  [751, 1, 2],
  [1000, 750, 1000],
  [1568, 1568, 3279],
  [15_680, 15_680, 3279],
  [100_000, 1, 1],
])('an image of %i by %i pixels counts %i tokens', (width, height, tokens) => {
  expect(estimateImageTokens(width, height)).toBe(tokens);
});
