import {
  chatTool,
  imagePart,
  namedChoice,
  streaming,
  toChatMessages,
  type ChatMessage,
  type ChatRequest,
  type TurnPart,
} from './chat-request.ts';
import { FacadeRefusal } from './facade.ts';
import { thoughtSignature } from '../../engines/check-converse.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
  readonly id?: string;
  readonly name?: string;
  readonly input?: object;
  readonly tool_use_id?: string;
  readonly content?: readonly Block[];
  readonly is_error?: boolean;
}

/** Of a request of Anthropic's Messages, in any of the clouds that offer them. */
export interface MessagesBody {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly system?: readonly Block[];
  readonly max_tokens: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly tools?: readonly Fields[];
  readonly tool_choice?: { readonly type: string; readonly name?: string; readonly [field: string]: unknown };
  readonly output_config?: { readonly effort?: string };
}

const FIELDS = new Set([
  'anthropic_version',
  'max_tokens',
  'messages',
  'model',
  'output_config',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
]);

function toTurnPart(block: Block): TurnPart[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: block.text ?? '' }];
    case 'thinking':
      return [{ kind: 'reasoning', text: block.thinking ?? '' }];
    case 'image':
      return [{ kind: 'image', mediaType: block.source?.media_type ?? '', data: block.source?.data ?? '' }];
    case 'tool_use':
      return [{ kind: 'call', id: block.id ?? '', name: block.name ?? '', input: block.input }];
    case 'tool_result':
      return [toResult(block)];
    default:
      throw new FacadeRefusal(400, `messages: unexpected content of type ${block.type}`);
  }
}

function toResult({ tool_use_id: id = '', content = [], is_error: isError }: Block): TurnPart {
  const text = content.map((part) => part.text ?? '').join('');
  const images = content.flatMap(({ source }) => (source ? [imagePart(source.media_type, source.data)] : []));
  return { kind: 'result', id, text: isError ? `Error: ${text}` : text, images };
}

const blocksOf = (content: string | readonly Block[]): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Throws what the service refuses as an `invalid_request_error`. */
function check(body: MessagesBody): void {
  for (const name of Object.keys(body))
    if (!FIELDS.has(name)) throw new FacadeRefusal(400, `${name}: Extra inputs are not permitted`);
  for (const [i, { role, content }] of body.messages.entries()) {
    const blocks = blocksOf(content);
    if (role !== (i % 2 === 0 ? 'user' : 'assistant'))
      throw new FacadeRefusal(400, 'messages: roles must alternate between "user" and "assistant"');
    if (blocks.length === 0) throw new FacadeRefusal(400, `messages.${i}: content must not be empty`);
    for (const { type, text, thinking, signature } of blocks) {
      if (type === 'text' && text?.trim() === '')
        throw new FacadeRefusal(400, 'messages: text content blocks must contain non-whitespace text');
      if (type === 'thinking' && signature !== thoughtSignature(thinking ?? ''))
        throw new FacadeRefusal(400, `messages.${i}: Invalid \`signature\` in \`thinking\` block`);
    }
    checkResults(body.messages, i);
  }
}

function checkResults(messages: MessagesBody['messages'], at: number): void {
  const before = at === 0 ? [] : blocksOf(messages[at - 1]?.content ?? []);
  const calls = before.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  const results = blocksOf(messages[at]?.content ?? []).slice(0, calls.length);
  if (calls.some((id) => !results.some((result) => result.tool_use_id === id)))
    throw new FacadeRefusal(400, `messages.${at}: tool_use ids were found without tool_result blocks`);
}

const CHOICES: Readonly<Record<string, string>> = { auto: 'auto', any: 'required', none: 'none' };

/** The same request for a chat completion. */
export function readMessages(body: MessagesBody, model: string, stream: boolean): ChatRequest {
  check(body);
  const { messages, system = [], tools, tool_choice: choice } = body;
  const written: ChatMessage[] = [
    ...system.flatMap((block) => toChatMessages('system', toTurnPart(block))),
    ...messages.flatMap(({ role, content }) => toChatMessages(role, blocksOf(content).flatMap(toTurnPart))),
  ];
  return {
    model,
    messages: written,
    max_tokens: body.max_tokens,
    tools: tools?.map(({ name, description, input_schema: parameters, strict }) =>
      chatTool({ name, description, parameters, strict }),
    ),
    tool_choice: choice && (choice.type === 'tool' ? namedChoice(choice.name) : CHOICES[choice.type]),
    parallel_tool_calls: choice?.['disable_parallel_tool_use'] === true ? false : undefined,
    temperature: body.temperature,
    top_p: body.top_p,
    top_k: body.top_k,
    reasoning_effort: body.output_config?.effort,
    ...streaming(stream),
  };
}
