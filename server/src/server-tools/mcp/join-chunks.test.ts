import { expect, it } from 'vitest';
import { joinChunks } from './join-chunks.ts';

async function join(text: string, pieceLength: number, lines: boolean): Promise<string[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += pieceLength)
      yield Promise.resolve(Buffer.from(text.slice(at, at + pieceLength)));
  }
  const joined: string[] = [];
  for await (const chunk of joinChunks(body(), lines)) joined.push(Buffer.from(chunk).toString());
  return joined;
}

it('makes few pieces of many, and of line ends too where nobody waits for a line', async () => {
  for (const text of ['x'.repeat(100_000), '\n'.repeat(100_000)]) {
    const joined = await join(text, 1, false);
    expect(joined).toHaveLength(Math.ceil(text.length / 16_384));
    expect(joined.join('')).toBe(text);
  }
});

it('passes on a line as soon as it has ended', async () => {
  expect(await join('data: 1\n\ndata: 2\r\rda', 1, true)).toEqual([
    'data: 1\n',
    '\n',
    'data: 2\r',
    '\r',
    'da',
  ]);
  expect(await join('data: 1\n\ndata: 2\n\n', 100, true)).toEqual(['data: 1\n\ndata: 2\n\n']);
});
