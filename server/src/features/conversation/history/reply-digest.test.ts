import { describe, expect, it } from 'vitest';
import type { Block } from '#engine';
import { ReplyDigest } from './reply-digest.ts';

const key = Buffer.alloc(32, 1);
function digestOf(blocks: readonly Block[], by: Buffer, workspaceId: string): string {
  const digest = new ReplyDigest();
  for (const block of blocks) digest.add(block);
  return digest.sign(by, workspaceId);
}

const of = (...blocks: Block[]): string => digestOf(blocks, key, 'w');
const text = (value: string): Block => ({ type: 'text', text: value });
const call: Block = { type: 'tool_call', id: 'call_1', name: 'f', arguments: '{"a":1,"b":2}' };

describe('ReplyDigest', () => {
  it('D-46 MSG-27 takes texts that follow each other as one: citations cut them, and clients join them', () => {
    expect(of(text('One.'), text(' Two.'), call)).toBe(of(text('One. Two.'), call));
    const streamed = new ReplyDigest();
    for (const chunk of ['On', 'e.', ' Two.']) streamed.addText(chunk);
    streamed.add(call);
    expect(streamed.sign(key, 'w')).toBe(of(text('One. Two.'), call));
  });

  it('D-46 tells apart what reads otherwise', () => {
    const all = [
      of(),
      of(text('a')),
      of(text('a'), call),
      of(call, text('a')),
      of(text('a'), call, text('b')),
      of(text('ab'), call),
    ];
    expect(
      new Set([...all, digestOf([text('a')], key, 'v'), digestOf([text('a')], Buffer.alloc(32, 2), 'w')])
        .size,
    ).toBe(8);
  });

  it('D-46 leaves reasoning out and does not mind in which order an input names its fields', () => {
    expect(of({ type: 'reasoning', text: 'hm' }, text('a'))).toBe(of(text('a')));
    expect(of({ ...call, arguments: '{ "b": 2, "a": 1 }' })).toBe(of(call));
  });
});

describe('ReplyDigest of inputs that no model wrote', () => {
  const input = (json: string): string => of({ type: 'tool_call', id: 'call_1', name: 'f', arguments: json });

  it('tells apart inputs of many values as they are written, and reads none of them', () => {
    const many = (first: number): string => `[${first}${',1'.repeat(30_000)}]`;
    expect(input(many(1))).toBe(input(many(1)));
    expect(input(many(1))).not.toBe(input(many(2)));
    expect(input(many(1))).not.toBe(input(` ${many(1)}`));
    expect(input('[1, 2]')).toBe(input('[1,2]'));
  });

  it('tells apart very long inputs by how they begin and by their length', () => {
    const long = (letter: string): string => JSON.stringify(letter.repeat(1_100_000));
    expect(input(long('a'))).toBe(input(long('a')));
    expect(input(long('a'))).not.toBe(input(long('b')));
    expect(input(long('a'))).not.toBe(input(JSON.stringify('a'.repeat(1_100_001))));
  });
});
