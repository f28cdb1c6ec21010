import { Inexpressible } from './facade.ts';
import { readReply, type ReplyPart } from './reply-parts.ts';

/** What one event of a streamed chat completion says. `other`: a comment, or what is no chunk at all. */
type ReadEvent =
  | { readonly kind: 'parts'; readonly parts: readonly ReplyPart[] }
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'done' };

/** A script whose event does not end has no events. */
const MAX_EVENT_LENGTH = 1_000_000;

function readEvent(text: string): ReadEvent {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  const data = lines.map((line) => line.replace(/^data: ?/, '')).join('\n');
  if (data === '[DONE]') return { kind: 'done' };
  const value = parseObject(data);
  return value ? { kind: 'parts', parts: readReply(value) } : { kind: 'other', text };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The events as they come. An event that is cut off is none. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const events = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    if (rest.length > MAX_EVENT_LENGTH) throw new Inexpressible('an event without an end');
    for (const event of events) yield readEvent(event);
  }
}

/** The parts of a whole reply. Undefined if it is none. */
export function readWhole(text: string): readonly ReplyPart[] | undefined {
  const value = parseObject(text);
  const parts = value && readReply(value);
  return parts?.some(({ kind }) => kind === 'finish' || kind === 'error') ? parts : undefined;
}

/** The parts of a reply that was asked for whole and comes as a stream. */
export async function joinEvents(bytes: AsyncIterable<Uint8Array>): Promise<readonly ReplyPart[]> {
  const parts: ReplyPart[] = [];
  for await (const event of readEvents(bytes)) if (event.kind === 'parts') parts.push(...event.parts);
  if (!parts.some(({ kind }) => kind === 'finish' || kind === 'error'))
    throw new Inexpressible('a whole reply without an end');
  return parts;
}
