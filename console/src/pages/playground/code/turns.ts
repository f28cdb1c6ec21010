import type { PlaygroundMessage } from '../composer/attached-file.ts';

type Block = Readonly<Record<string, unknown>>;
type AssistantMessage = Extract<PlaygroundMessage, { role: 'assistant' }>;
type UserContent = Extract<PlaygroundMessage, { role: 'user' }>['content'];

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string | Block[];
}

/** How an API that has blocks words those that differ. */
export interface BlockWords {
  readonly call: (id: string, name: string, input: unknown) => Block;
  readonly result: (id: string, content: string) => Block;
  /** Absent: reasoning is not sent back. */
  readonly reasoning?: (text: string, signature: string) => Block;
}

/** The instructions, which these APIs have beside the conversation. */
export function systemOf(messages: readonly PlaygroundMessage[]): { readonly system?: string } {
  const texts = messages.flatMap(({ role, content }) => (role === 'system' ? [textOf(content)] : []));
  return texts.length === 0 ? {} : { system: texts.join('\n\n') };
}

/** The conversation in turns of blocks. The results of all calls of a reply are one turn. */
export function turnsOf(messages: readonly PlaygroundMessage[], words: BlockWords): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'user') turns.push({ role: 'user', content: userContent(message.content) });
    if (message.role === 'assistant')
      turns.push({ role: 'assistant', content: assistantContent(message, words) });
    if (message.role !== 'tool') continue;
    const block = words.result(message.tool_call_id, textOf(message.content));
    const last = turns.at(-1);
    if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(block);
    else turns.push({ role: 'user', content: [block] });
  }
  return turns;
}

function userContent(content: UserContent): Turn['content'] {
  if (typeof content === 'string') return content;
  return content.flatMap((part): Block[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type === 'image_file')
      return [{ type: 'image', source: { type: 'file', file_id: part.image_file.file_id } }];
    if (part.type === 'file' && 'file_id' in part.file)
      return [{ type: 'document', source: { type: 'file', file_id: part.file.file_id } }];
    return [];
  });
}

function assistantContent(
  { content, tool_calls: calls, reasoning }: AssistantMessage,
  words: BlockWords,
): Turn['content'] {
  const text = textOf(content);
  const { reasoning: reasoningBlock } = words;
  const thoughts = reasoningBlock ? (reasoning ?? []) : [];
  if ((calls ?? []).length === 0 && thoughts.length === 0) return text;
  return [
    ...thoughts.flatMap((chunk) => (reasoningBlock ? [reasoningBlock(chunk.text, chunk.signature)] : [])),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...(calls ?? []).map(({ id, function: { name, arguments: input } }) =>
      words.call(id, name, inputOf(input)),
    ),
  ];
}

/** These APIs take an object, and a model may have written none. */
function inputOf(text: string): unknown {
  try {
    const input: unknown = JSON.parse(text);
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  } catch {
    return {};
  }
}

function textOf(content: AssistantMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text).join('');
}
