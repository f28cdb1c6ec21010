import {
  chatTool,
  namedChoice,
  streaming,
  toChatMessages,
  type ChatMessage,
  type ChatRequest,
  type TurnPart,
} from './chat-request.ts';
import { FacadeRefusal } from './facade.ts';

type Fields = Readonly<Record<string, unknown>>;

interface InputPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: string;
}

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly InputPart[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly output?: string | readonly InputPart[];
  readonly encrypted_content?: string;
}

interface ResponsesBody {
  readonly model: string;
  readonly input: readonly Item[];
  readonly stream?: boolean;
  readonly store?: boolean;
  readonly tools?: readonly Fields[];
  readonly tool_choice?: string | { readonly name: string };
  readonly reasoning?: { readonly effort?: string };
  readonly text?: { readonly format?: Fields & { readonly type: string } };
}

const FIELDS = new Set([
  'include',
  'input',
  'max_output_tokens',
  'model',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning',
  'store',
  'stream',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_p',
]);

const DATA_URL = /^data:([^;]+);base64,(.*)$/s;

function toTurnParts(content: string | readonly InputPart[]): TurnPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return content.map(({ text, image_url: url }) => {
    if (text !== undefined) return { kind: 'text', text };
    const [, mediaType = '', data = ''] = DATA_URL.exec(url ?? '') ?? [];
    return { kind: 'image', mediaType, data };
  });
}

function toResult({ call_id: id = '', output = '' }: Item): TurnPart {
  const parts = toTurnParts(output);
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const images = toChatMessages(
    'user',
    parts.filter(({ kind }) => kind === 'image'),
  );
  return {
    kind: 'result',
    id,
    text,
    images: images.flatMap(({ content }) => (Array.isArray(content) ? content : [])),
  };
}

function toCall({ call_id: id, name, arguments: text }: Item): object {
  return { id, type: 'function', function: { name, arguments: text } };
}

/** Calls belong to the words before them. */
function withCall(messages: ChatMessage[], item: Item): void {
  const last = messages.at(-1);
  if (last?.role === 'assistant') {
    const content = last.content === '' ? null : last.content;
    messages[messages.length - 1] = {
      ...last,
      content,
      tool_calls: [...(last.tool_calls ?? []), toCall(item)],
    };
  } else messages.push({ role: 'assistant', content: null, tool_calls: [toCall(item)] });
}

/** Results of a turn stand together, and the images of all of them behind them. */
function toMessages(input: readonly Item[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let results: TurnPart[] = [];
  const flush = (): void => {
    messages.push(...toChatMessages('user', results));
    results = [];
  };
  for (const item of input) {
    if (item.type === 'function_call_output') results.push(toResult(item));
    else {
      flush();
      if (item.type === 'function_call') withCall(messages, item);
      else if (item.role !== undefined)
        messages.push(...toChatMessages(item.role, toTurnParts(item.content ?? '')));
    }
  }
  flush();
  return messages;
}

function checkCalls(input: readonly Item[]): void {
  const answered = new Set(
    input.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : [])),
  );
  for (const { type, call_id: id } of input)
    if (type === 'function_call' && !answered.has(id))
      throw new FacadeRefusal(400, `No tool output found for function call ${id}.`);
}

function toFormat({ format }: NonNullable<ResponsesBody['text']>): object | undefined {
  if (!format || format.type !== 'json_schema') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

/** The same request for a chat completion. */
export function readResponses(fields: Fields): ChatRequest {
  for (const name of Object.keys(fields))
    if (!FIELDS.has(name)) throw new FacadeRefusal(400, `Unknown parameter: '${name}'.`);
  const body = fields as unknown as ResponsesBody;
  checkCalls(body.input);
  const { tools, tool_choice: choice, text, reasoning } = body;
  return {
    model: body.model,
    messages: toMessages(body.input),
    max_tokens: fields['max_output_tokens'],
    temperature: fields['temperature'],
    top_p: fields['top_p'],
    prompt_cache_key: fields['prompt_cache_key'],
    parallel_tool_calls: fields['parallel_tool_calls'],
    reasoning_effort: reasoning?.effort,
    response_format: text && toFormat(text),
    tools: tools?.map(({ name, description, parameters, strict }) =>
      chatTool({ name, description, parameters, strict: strict === true ? true : undefined }),
    ),
    tool_choice: typeof choice === 'object' ? namedChoice(choice.name) : choice,
    ...streaming(body.stream === true),
  };
}
