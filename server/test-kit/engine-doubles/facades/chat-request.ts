/** A request for a chat completion, as far as the facades translate it. Undefined fields are not sent. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly [field: string]: unknown;
}

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface ChatMessage {
  readonly role: string;
  readonly content: string | readonly ChatPart[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

/** What a turn has, whatever the vendor's form of it. */
export type TurnPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly text: string;
      readonly images: readonly ChatPart[];
    };

export function imagePart(mediaType: string, data: string): ChatPart {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
}

/** Adjacent texts are one part, and a text alone is no list. */
function toContent(parts: readonly ChatPart[]): string | readonly ChatPart[] {
  const joined: ChatPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + part.text };
    else joined.push(part);
  }
  const [only] = joined;
  return joined.length === 1 && only?.type === 'text' ? only.text : joined;
}

function textsOf(parts: readonly TurnPart[], kind: 'text' | 'reasoning'): string {
  return parts.map((part) => (part.kind === kind ? part.text : '')).join('');
}

function assistantMessage(parts: readonly TurnPart[]): ChatMessage {
  const [text, reasoning] = [textsOf(parts, 'text'), textsOf(parts, 'reasoning')];
  const calls = parts.flatMap((part) =>
    part.kind === 'call'
      ? [
          {
            id: part.id,
            type: 'function',
            function: { name: part.name, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  );
  return {
    role: 'assistant',
    content: calls.length > 0 && text === '' ? null : text,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The messages of one turn: results are messages of their own, and their images follow them. */
export function toChatMessages(role: string, parts: readonly TurnPart[]): ChatMessage[] {
  if (role === 'assistant') return [assistantMessage(parts)];
  const results = parts.flatMap((part) =>
    part.kind === 'result' ? [{ role: 'tool', tool_call_id: part.id, content: part.text }] : [],
  );
  const content = parts.flatMap((part): readonly ChatPart[] => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text }];
    if (part.kind === 'image') return [imagePart(part.mediaType, part.data)];
    return part.kind === 'result' ? part.images : [];
  });
  return [...results, ...(content.length > 0 ? [{ role, content: toContent(content) }] : [])];
}

/** Usage of a stream is always wanted: vendors report it unasked. */
export function streaming(stream: boolean): Pick<ChatRequest, 'stream'> {
  return { stream, ...(stream ? { stream_options: { include_usage: true } } : {}) };
}

/** A function in the form of chat completions. */
export function chatTool(tool: {
  readonly name: unknown;
  readonly description?: unknown;
  readonly parameters: unknown;
  readonly strict?: unknown;
}): object {
  return { type: 'function', function: tool };
}

export function namedChoice(name: unknown): object {
  return { type: 'function', function: { name } };
}
