import assert from 'node:assert/strict';

export interface EventStream {
  /** What stands after `data: `, one per event. */
  readonly events: readonly string[];
  readonly comments: readonly string[];
}

/**
 * Takes the raw bytes of a chat stream apart. Stricter than the format allows: each event is one `data:` line and a
 * blank line (CHAT-60), between them there are at most comments, and nothing is left over at the end.
 */
export function parseEventStream(bytes: Buffer): EventStream {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  assert.ok(!text.includes('\r'), 'CHAT-60 lines end in a line feed');
  assert.ok(
    text.endsWith('\n\n'),
    `CHAT-60 the stream ends after a blank line, not in ${JSON.stringify(text.slice(-80))}`,
  );
  const events: string[] = [];
  const comments: string[] = [];
  for (const block of text.slice(0, -2).split('\n\n')) {
    if (block.startsWith(': ') && !block.includes('\n')) comments.push(block.slice(2));
    else {
      assert.match(block, /^data: [^\n]+$/, 'CHAT-60 an event is a single data: line');
      events.push(block.slice(6));
    }
  }
  return { events, comments };
}
