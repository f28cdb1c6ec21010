import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { PrefixCache, type CacheUsage } from './prefix-cache.ts';

type Part = Readonly<Record<string, unknown>>;
interface Message {
  readonly role: string;
  readonly content: readonly Part[];
}

/** What the double answers in one round. */
export interface RoundReply {
  /** Names and inputs. None: the text ends the turn. */
  readonly calls: readonly { readonly name: string; readonly input: object }[];
  readonly text?: string;
  /** Thoughts, each before the call of its number; more than one where it thinks between calls. */
  readonly thoughts?: readonly string[];
  readonly redacted?: boolean;
}

export interface SeenRequest {
  readonly body: Part;
  readonly text: string;
  readonly usage: CacheUsage | undefined;
  readonly refusal: string | undefined;
}

export interface AnthropicDouble {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** From now on, by the number of assistant turns that the request has. */
  reply(next: (round: number) => RoundReply): void;
  close(): Promise<void>;
}

/**
 * A server of Anthropic's form that caches by prefix, thinks and signs what it thought, and refuses with 400 what the real one does:
 * thinking that it did not sign, and a turn to be continued that does not begin with thinking while a budget is set.
 */
export async function startAnthropicDouble(): Promise<AnthropicDouble> {
  const cache = new PrefixCache();
  const seen: SeenRequest[] = [];
  let next: (round: number) => RoundReply = () => ({ calls: [], text: 'Done.' });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const body = JSON.parse(text) as Part;
    const messages = body['messages'] as Message[];
    try {
      checkThinking(body, messages);
      const usage = cache.use(body);
      seen.push({ body, text, usage, refusal: undefined });
      const rounds = messages.filter(({ role }) => role === 'assistant').length;
      reply(response, body, next(rounds), { round: rounds, usage });
    } catch (error) {
      const refusal = (error as Error).message;
      seen.push({ body, text, usage: undefined, refusal });
      const refused = { type: 'error', error: { type: 'invalid_request_error', message: refusal } };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refused));
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    reply: (given) => void (next = given),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function signatureOf(thought: string): string {
  return createHmac('sha256', 'vendor').update(thought).digest('base64');
}

function redactedOf(round: number): string {
  return createHmac('sha256', 'redacted').update(String(round)).digest('base64');
}

function checkThinking(body: Part, messages: readonly Message[]): void {
  for (const { content } of messages)
    for (const { type, thinking, signature } of content)
      if (type === 'thinking' && signature !== signatureOf(String(thinking)))
        throw new Error('Invalid signature in thinking block');
  const last = messages.at(-1)!;
  const isContinued = last.role === 'user' && last.content.some(({ type }) => type === 'tool_result');
  const hasBudget = (body['thinking'] as Part | undefined)?.['type'] === 'enabled';
  const first = messages.findLast(({ role }) => role === 'assistant')?.content[0];
  if (hasBudget && isContinued && !String(first?.['type']).endsWith('thinking'))
    throw new Error(
      'Expected thinking or redacted_thinking. When thinking is enabled, a final assistant message must start with a thinking block',
    );
}

interface Round {
  readonly round: number;
  readonly usage: CacheUsage;
}

function toBlocks(body: Part, { calls, text, thoughts = [], redacted }: RoundReply, round: number): Part[] {
  const thinks = body['thinking'] !== undefined;
  const blocks: Part[] = [];
  if (thinks && redacted) blocks.push({ type: 'redacted_thinking', data: redactedOf(round) });
  const think = (thought: string | undefined): void => {
    if (thinks && thought !== undefined)
      blocks.push({ type: 'thinking', thinking: thought, signature: signatureOf(thought) });
  };
  think(thoughts[0]);
  if (text !== undefined) blocks.push({ type: 'text', text });
  for (const [i, call] of calls.entries()) {
    if (i > 0) think(thoughts[i]);
    blocks.push({ type: 'tool_use', id: `toolu_${round}_${i}`, ...call });
  }
  return blocks;
}

function reply(response: ServerResponse, body: Part, result: RoundReply, { round, usage }: Round): void {
  const blocks = toBlocks(body, result, round);
  const stop = result.calls.length > 0 ? 'tool_use' : 'end_turn';
  if (body['stream'] !== true) {
    const message = {
      type: 'message',
      content: blocks,
      stop_reason: stop,
      usage: { ...usage, output_tokens: 50 },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: Part): void =>
    void response.write(`event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
  send({
    type: 'message_start',
    message: { type: 'message', content: [], usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, block] of blocks.entries()) sendBlock(send, block, index);
  send({ type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 50 } });
  send({ type: 'message_stop' });
  response.end();
}

function sendBlock(send: (event: Part) => void, block: Part, index: number): void {
  const start = (content_block: Part): void => send({ type: 'content_block_start', index, content_block });
  const delta = (chunk: Part): void => send({ type: 'content_block_delta', index, delta: chunk });
  if (block['type'] === 'thinking') {
    const { thinking, signature } = block as { thinking: string; signature: string };
    start({ type: 'thinking', thinking: '', signature: '' });
    for (const chunk of thinking.match(/.{1,5}/gs) ?? []) delta({ type: 'thinking_delta', thinking: chunk });
    delta({ type: 'signature_delta', signature });
  } else if (block['type'] === 'text') {
    start({ type: 'text', text: '' });
    delta({ type: 'text_delta', text: block['text'] });
  } else if (block['type'] === 'tool_use') {
    start({ ...block, input: {} });
    delta({ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) });
  } else start(block);
  send({ type: 'content_block_stop', index });
}
