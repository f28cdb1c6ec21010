import { describe, expect, it } from 'vitest';
import { boundedStructure } from './bounded-structure.ts';

async function pass(chunks: readonly string[], limit: number, isStream = false): Promise<string> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Promise.resolve(Buffer.from(chunk));
  }
  const slices: Uint8Array[] = [];
  for await (const slice of boundedStructure(body(), { limit, isStream })) slices.push(slice);
  return Buffer.concat(slices).toString();
}

describe('the bound on structure', () => {
  it.each([
    ['objects and arrays', '{"a":[{},[]]}', 4],
    ['none inside strings', '{"a":"[[[{{{","b\\"[":"\\\\","c":"\\\\\\"{"}', 1],
    ['none inside a string that escapes its end', '["\\"{", "\\\\", {}]', 2],
    ['what a comment tries to hide', ': "\\\ndata: {"a":{}}\n\n: "\rdata: [{}]\n\n', 4],
    ['events', ': it"s [ noise\n\ndata: {"a":{}}\n\ndata: {}\n\n', 3],
  ])('counts %s', async (_name, text, structures) => {
    expect(await pass([text], structures)).toBe(text);
    await expect(pass([text], structures - 1)).rejects.toMatchObject({ failure: 'too_large' });
    expect(await pass(text.split(''), structures)).toBe(text);
    await expect(pass(text.split(''), structures - 1)).rejects.toMatchObject({ failure: 'too_large' });
  });

  it('counts over any number of pieces, and lets others have their turn between slices', async () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, () => ({ text: 'x'.repeat(1000) })));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    expect(await pass([text], 1001)).toBe(text);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    await expect(pass([text.slice(0, 70_000), text.slice(70_000)], 1000)).rejects.toMatchObject({
      failure: 'too_large',
    });
  });

  it.each([
    ['events that say nothing', 'data:1\n\n'.repeat(10), 20],
    ['lines of one event', 'data:1\rdata:2\r\n\n', 4],
    ['comments and blank lines', ':\n\n\n: {\n', 5],
  ])('counts the lines of a stream: %s', async (_name, text, lines) => {
    expect(await pass([text], lines, true)).toBe(text);
    await expect(pass([text], lines - 1, true)).rejects.toMatchObject({ failure: 'too_large' });
    expect(await pass(text.split(''), lines, true)).toBe(text);
    await expect(pass(text.split(''), lines - 1, true)).rejects.toMatchObject({ failure: 'too_large' });
    // JSON may be written on many lines.
    expect(await pass(['\n'.repeat(100)], 0)).toHaveLength(100);
  });

  it('passes on few lines of a stream in one turn of the event loop', async () => {
    const text = 'data:1\n\n'.repeat(1000);
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.from(text));
    }
    const lines: number[] = [];
    for await (const slice of boundedStructure(body(), { limit: 2000, isStream: true }))
      lines.push(slice.filter((byte) => byte === 0x0a).length);
    expect(Math.max(...lines)).toBeLessThanOrEqual(16);
    expect(lines.reduce((sum, count) => sum + count)).toBe(2000);
  });
});
