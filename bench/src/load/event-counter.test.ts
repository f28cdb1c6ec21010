import { describe, expect, it } from 'vitest';
import { contentEvent, STREAM_START, streamEnd } from '../mock/replies.ts';
import { EventCounter } from './event-counter.ts';

function count(numbers: readonly number[], chunkBytes: number, end = streamEnd(3, true)): EventCounter {
  const counter = new EventCounter();
  const bytes = Buffer.concat([STREAM_START, ...numbers.map(contentEvent), end]);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    counter.read(bytes, at, Math.min(bytes.length, at + chunkBytes));
  return counter;
}

// The counter reads what is inside the HTTP chunks; whole chunks do, because their sizes hold no mark.
const DONE = Buffer.from('data: [DONE]\n\n');

describe('EventCounter', () => {
  it.each([1, 3, 100, 1000, 65_536])('counts every event of the mock, cut every %i bytes', (chunkBytes) => {
    const counter = count([0, 1, 2], chunkBytes, DONE);
    expect([counter.received, counter.disordered, counter.complete]).toEqual([3, 0, true]);
  });

  it('counts two events that a proxy joined into one', () => {
    const counter = new EventCounter();
    const joined = Buffer.from('data: {"content":"~00000 a few words~00001 of text"}\n\n');
    counter.read(joined, 0, joined.length);
    expect([counter.received, counter.disordered]).toEqual([2, 0]);
  });

  it('notes events that are missing, repeated or swapped', () => {
    expect(count([0, 2], 50).disordered).toBe(1);
    expect(count([0, 1, 1], 50).disordered).toBe(1);
    expect(count([1, 0, 2], 50).disordered).toBe(3);
  });

  it('does not count the text that a response repeats behind its events, and knows its end', () => {
    const counter = new EventCounter(2);
    const texts = ['"delta":"~00000"', '"delta":"~00001"', '"text":"~00000~00001"'];
    const end = '"response":{"status":"completed","user":null,"metadata":{}},"sequence_number":12}';
    const bytes = Buffer.from([...texts, end].map((data) => `data: {${data}\n\n`).join(''));
    for (let at = 0; at < bytes.length; at += 7) counter.read(bytes, at, Math.min(bytes.length, at + 7));
    expect([counter.received, counter.disordered, counter.complete]).toEqual([2, 0, true]);
  });

  it('knows the end of a streamed message', () => {
    expect(
      count([0, 1, 2], 50, Buffer.from('event: message_stop\ndata: {"type":"message_stop"}\n\n')).complete,
    ).toBe(true);
  });

  it('is not complete without [DONE]', () => {
    expect(count([0, 1, 2], 50, Buffer.alloc(0)).complete).toBe(false);
  });
});
