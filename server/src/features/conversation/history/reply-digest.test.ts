import { describe, expect, it } from 'vitest';
import type { Block } from '#engine';
import { digestOf, ReplyDigest } from './reply-digest.ts';

const key = Buffer.alloc(32, 1);
const of = (...blocks: Block[]): string => digestOf(blocks, key, 'w');
const text = (value: string): Block => ({ type: 'text', text: value });
const call: Block = { type: 'tool_call', id: 'call_1', name: 'f', arguments: '{"a":1,"b":2}' };

describe('ReplyDigest', () => {
  it('D-46 MSG-27 takes texts that follow each other as one: citations cut them, and clients join them', () => {
    expect(of(text('One.'), text(' Two.'), call)).toBe(of(text('One. Two.'), call));
    const streamed = new ReplyDigest();
    for (const piece of ['On', 'e.', ' Two.']) streamed.addText(piece);
    streamed.add(call);
    expect(streamed.seal(key, 'w')).toBe(of(text('One. Two.'), call));
  });

  it('D-46 tells apart what reads otherwise', () => {
    const all = [of(), of(text('a')), of(text('a'), call), of(call, text('a')), of(text('a'), call, text('b')), of(text('ab'), call)];
    expect(new Set([...all, digestOf([text('a')], key, 'v'), digestOf([text('a')], Buffer.alloc(32, 2), 'w')]).size).toBe(8);
  });

  it('D-46 leaves reasoning out and does not mind in which order an input names its fields', () => {
    expect(of({ type: 'reasoning', text: 'hm' }, text('a'))).toBe(of(text('a')));
    expect(of({ ...call, arguments: '{ "b": 2, "a": 1 }' })).toBe(of(call));
  });
});
