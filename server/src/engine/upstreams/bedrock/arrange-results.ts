import type { WireBlock } from '../anthropic/wire-blocks.ts';
import type { WireMessage } from '../anthropic/wire-messages.ts';

type WireResult = Extract<WireBlock, { readonly type: 'tool_result' }>;

function isResult(block: WireBlock): block is WireResult {
  return block.type === 'tool_result';
}

/**
 * The messages with the results of each turn in the order of its calls (D-ENG-21), and with the images of results beside them where the
 * model does not take them inside.
 */
export function* arrangeResults(
  messages: Iterable<WireMessage>,
  takesImages: boolean,
): Generator<WireMessage> {
  let calls = new Map<string, number>();
  for (const message of messages) {
    yield message.content.some(isResult) ? arrange(message, calls, takesImages) : message;
    const ids = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    calls = new Map(ids.map((id, position) => [id, position]));
  }
}

function arrange(
  { role, content }: WireMessage,
  calls: ReadonlyMap<string, number>,
  takesImages: boolean,
): WireMessage {
  const positionOf = ({ tool_use_id: id }: WireResult): number => calls.get(id) ?? calls.size;
  const results = content.filter(isResult).toSorted((a, b) => positionOf(a) - positionOf(b));
  const others = content.filter((block) => !isResult(block));
  if (takesImages) return { role, content: [...results, ...others] };
  const images = results.flatMap(({ content: parts = [] }) => parts.filter(({ type }) => type === 'image'));
  return { role, content: [...results.map(withoutImages), ...images, ...others] };
}

function withoutImages(result: WireResult): WireResult {
  return result.content
    ? { ...result, content: result.content.filter(({ type }) => type !== 'image') }
    : result;
}
