import { MessageEvent, type Message } from '@svc/contract';

/** What a streamed message adds up to. */
export interface ReadStream {
  readonly events: readonly MessageEvent[];
  /** The JSON answer the events stand for; undefined where the stream broke off. */
  readonly message: Message | undefined;
  readonly error: Extract<MessageEvent, { type: 'error' }> | undefined;
}

type State = 'before' | 'between blocks' | 'in block' | 'ending' | 'over';
type Block = {
  type: string;
  text?: string;
  summary?: string;
  signature?: string;
  input?: unknown;
  json?: string;
  citations?: object[];
};

/**
 * The grammar of a streamed message as a state machine (inference contract §3.3, §4.2; MSG-52 to MSG-63): throws at the
 * first event that may not stand where it stands, and puts the message together.
 */
export class MessageGrammar {
  readonly events: MessageEvent[] = [];
  readonly #blocks: Block[] = [];
  #state: State = 'before';
  #started: Extract<MessageEvent, { type: 'message_start' }> | undefined;
  #ended: Extract<MessageEvent, { type: 'message_delta' }> | undefined;
  #error: Extract<MessageEvent, { type: 'error' }> | undefined;

  /** One event: an `event:` line, a `data:` line of JSON whose type is that name. */
  take(text: string): void {
    const match = /^event: (\w+)\ndata: (\{[^\n]*\})$/.exec(text);
    if (!match) throw new Error(`MSG-52 no event: ${JSON.stringify(text.slice(0, 200))}`);
    const parsed = MessageEvent.safeParse(JSON.parse(match[2]!));
    if (!parsed.success)
      throw new Error(
        `MSG-54 MSG-55 MSG-56 not an event of the contract: ${text.slice(0, 300)} ${parsed.error.message}`,
      );
    if (parsed.data.type !== match[1]) throw new Error(`MSG-52 ${match[1]} says it is ${parsed.data.type}`);
    this.events.push(parsed.data);
    this.#step(parsed.data);
  }

  #expect(state: State, event: MessageEvent): void {
    if (this.#state !== state) throw new Error(`MSG-58 ${event.type} stands ${this.#state}`);
  }

  #step(event: MessageEvent): void {
    if (event.type === 'ping') {
      // From the first byte on (D-49).
      if (this.#state === 'before' || this.#state === 'over')
        throw new Error(`MSG-61 ping stands ${this.#state}`);
    } else if (event.type === 'error') {
      if (this.#state === 'before' || this.#state === 'over')
        throw new Error(`MSG-63 error stands ${this.#state}`);
      this.#error = event;
      this.#state = 'over';
    } else if (event.type === 'message_start') {
      this.#expect('before', event);
      this.#started = event;
      this.#state = 'between blocks';
    } else if (event.type === 'message_delta') {
      this.#expect('between blocks', event);
      this.#ended = event;
      this.#state = 'ending';
    } else if (event.type === 'message_stop') {
      this.#expect('ending', event);
      this.#state = 'over';
    } else this.#block(event);
  }

  #block(event: Extract<MessageEvent, { index: number }>): void {
    if (event.type === 'block_start') {
      this.#expect('between blocks', event);
      if (event.index !== this.#blocks.length)
        throw new Error(`MSG-58 block ${event.index} follows ${this.#blocks.length} blocks`);
      this.#blocks.push({ ...event.block, ...(event.block.type === 'tool_call' ? { json: '' } : {}) });
      this.#state = 'in block';
      return;
    }
    this.#expect('in block', event);
    if (event.index !== this.#blocks.length - 1)
      throw new Error(`MSG-58 ${event.type} of block ${event.index} is not of the open one`);
    const block = this.#blocks.at(-1)!;
    if (event.type === 'block_delta') addDelta(block, event.delta);
    else {
      if (block.type === 'reasoning' && block.signature === '')
        throw new Error('D-47 a reasoning block ends without its signature');
      this.#state = 'between blocks';
    }
  }

  /** No event may follow. */
  end(): ReadStream {
    if (this.#state !== 'over') throw new Error(`MSG-58 the stream ends ${this.#state}`);
    return { events: this.events, error: this.#error, message: this.#error ? undefined : this.#message() };
  }

  #message(): Message {
    const { type: _type, ...ended } = this.#ended!;
    const cut = ended.stop_reason !== 'tool_call' && ended.stop_reason !== 'end_turn';
    const content = this.#blocks.flatMap(({ json, ...block }) =>
      json === undefined ? [block] : readCall(block, json, cut),
    );
    return { ...this.#started!.message, content, ...ended } as Message;
  }
}

type Delta = Extract<MessageEvent, { type: 'block_delta' }>['delta'];

const PLACES = {
  text_delta: 'text',
  citation_delta: 'text',
  reasoning_delta: 'reasoning',
  input_json_delta: 'tool_call',
} as const;

function addDelta(block: Block, delta: Delta): void {
  // Pieces of a summary are text (D-48).
  if (block.type === 'compaction' && delta.type === 'text_delta') return void (block.summary += delta.text);
  if (PLACES[delta.type] !== block.type) throw new Error(`MSG-55 ${delta.type} in a block of ${block.type}`);
  if (delta.type === 'citation_delta') return void (block.citations ??= []).push(delta.citation);
  if (block.citations) throw new Error('D-42 a text goes on behind its citations');
  if (delta.type === 'input_json_delta') block.json += delta.partial_json;
  else block.text += delta.text;
  if (delta.type === 'reasoning_delta' && delta.signature !== undefined) {
    if (block.signature !== '') throw new Error('D-47 two signatures');
    block.signature = delta.signature;
  }
}

/** MSG-62. Only a reply that was cut may end in a call whose input is not complete. */
function readCall(block: Omit<Block, 'json'>, json: string, cut: boolean): object[] {
  try {
    const input: unknown = JSON.parse(json);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return [{ ...block, input }];
  } catch {
    // Not complete.
  }
  if (!cut) throw new Error(`MSG-62 the input of a call is ${json}`);
  return [];
}

/** Reads a whole stream. Throws where it breaks the grammar. */
export function readMessageStream(text: string): ReadStream {
  if (!text.endsWith('\n\n')) throw new Error(`MSG-52 the stream ends in ${JSON.stringify(text.slice(-60))}`);
  const grammar = new MessageGrammar();
  for (const event of text.slice(0, -2).split('\n\n')) grammar.take(event);
  return grammar.end();
}
