import { describe, expect, it } from 'vitest';
import { boundedStructure } from './bounded-structure.ts';

async function pass(pieces: readonly string[], limit: number): Promise<string> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield Promise.resolve(Buffer.from(piece));
  }
  const slices: Uint8Array[] = [];
  for await (const slice of boundedStructure(body(), limit)) slices.push(slice);
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
});
