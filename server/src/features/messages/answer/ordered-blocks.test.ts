import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#engine';
import { OrderedBlocks, type BlockHead } from './ordered-blocks.ts';

const start = (call: number, name = 'f'): EngineEvent => ({
  type: 'tool_call_start',
  call,
  id: `id${call}`,
  name,
});
const input = (call: number, text: string): EngineEvent => ({
  type: 'tool_call_delta',
  call,
  arguments: text,
});
const text = (value: string): EngineEvent => ({ type: 'text', text: value });
const cite = (citedText: string): EngineEvent => ({
  type: 'citation',
  citation: { type: 'web', citedText, url: 'https://a.example/', title: null },
});
const reasoning = (value: string): EngineEvent => ({ type: 'reasoning', text: value });

/** What a target hears, as one line per call. Checks that closing names all that was appended. */
function record(events: readonly EngineEvent[]): { lines: string[]; unfinished: boolean } {
  const lines: string[] = [];
  let whole = '';
  const name = (head: BlockHead): string => (head.type === 'tool_call' ? head.id : head.type);
  const blocks = new OrderedBlocks({
    open: (head, index) => {
      whole = '';
      lines.push(`${index} ${name(head)}`);
    },
    append: (_head, chunk) => {
      whole += chunk;
      lines.push(chunk);
    },
    cite: ({ citedText }) => lines.push(`«${citedText}»`),
    close: (head, index, all) => {
      // Prose is not kept.
      if (head.type !== 'text') expect(all).toBe(whole);
      lines.push(`/${index} ${name(head)}`);
    },
  });
  for (const event of events) blocks.event(event);
  blocks.end();
  return { lines, unfinished: blocks.unfinished };
}

describe('OrderedBlocks', () => {
  it('MSG-42 makes a block of each stretch of one kind', () => {
    const { lines } = record([reasoning('r'), text('a'), text('b'), text(''), reasoning('s'), text('c')]);
    expect(lines).toEqual([
      '0 reasoning',
      'r',
      '/0 reasoning',
      '1 text',
      'a',
      'b',
      '/1 text',
      '2 reasoning',
      's',
      '/2 reasoning',
      '3 text',
      'c',
      '/3 text',
    ]);
  });

  it('MSG-27 D-42 ends a text with what supports it', () => {
    const { lines } = record([
      cite('nothing yet'),
      text('a'),
      cite('x'),
      cite('y'),
      text('b'),
      text('c'),
      cite('z'),
    ]);
    expect(lines).toEqual(['0 text', 'a', '«x»', '«y»', '/0 text', '1 text', 'b', 'c', '«z»', '/1 text']);
  });

  it('MSG-58 D-42 keeps citations with their text while a call is open', () => {
    const { lines } = record([start(0), text('a'), cite('x'), text('b'), input(0, '{}')]);
    expect(lines).toEqual([
      '0 id0',
      '{}',
      '/0 id0',
      '1 text',
      'a',
      '«x»',
      '/1 text',
      '2 text',
      'b',
      '/2 text',
    ]);
    expect(record([text('a'), start(0), cite('x')]).lines).not.toContain('«x»');
  });

  it('passes a call on as it comes, and the next as soon as it is complete', () => {
    const { lines, unfinished } = record([
      start(0),
      input(0, '{"a"'),
      input(0, ':1}'),
      start(1),
      input(1, '{}'),
      text('end'),
    ]);
    expect(lines).toEqual([
      '0 id0',
      '{"a"',
      ':1}',
      '/0 id0',
      '1 id1',
      '{}',
      '/1 id1',
      '2 text',
      'end',
      '/2 text',
    ]);
    expect(unfinished).toBe(false);
  });

  it('MSG-58 never interleaves calls that are written at once', () => {
    const { lines } = record([
      start(0),
      start(1),
      input(1, '{"b":'),
      input(0, '{"a":1'),
      text('t'),
      input(1, '2}'),
      input(0, '}'),
      input(1, ' '),
    ]);
    expect(lines).toEqual([
      '0 id0',
      '{"a":1',
      '}',
      '/0 id0',
      '1 id1',
      '{"b":2}',
      '/1 id1',
      '2 text',
      't',
      '/2 text',
    ]);
  });

  it('MSG-62 gives a call without input the empty object', () => {
    expect(record([start(0), start(1), input(1, ' ')])).toEqual({
      lines: ['0 id0', '{}', '/0 id0', '1 id1', ' ', '{}', '/1 id1'],
      unfinished: false,
    });
  });

  it.each(['{"a":', '[]', '"x"', 'null', '{}}', 'x{}'])('says that %s is no input', (bad) => {
    expect(record([start(0), input(0, bad)]).unfinished).toBe(true);
  });
});
