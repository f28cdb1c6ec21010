import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What one line costs its engine: 10 tokens of prompt, 20 of output. */
const USAGE = {
  prompt_tokens: 10,
  completion_tokens: 20,
  completion_tokens_details: { reasoning_tokens: 4 },
};

type LineOutcome = number | 'ok' | 'hold';

/**
 * An OpenAI-compatible engine that answers by what is asked: `hold …` when it is released, what was set with `reply` as set, and everything
 * else at once.
 */
export interface LineEngine {
  readonly baseUrl: string;
  /** How often each text was asked. */
  readonly asked: ReadonlyMap<string, number>;
  /** Calls that wait for `release`. */
  readonly holding: number;
  /** Calls that their caller gave up. */
  readonly aborted: number;
  /** From now on, this text is answered so. */
  reply(text: string, result: LineOutcome): void;
  release(): void;
  close(): Promise<void>;
}

/** `delayMs`: of each answer. */
export async function startLineEngine({ delayMs = 0 } = {}): Promise<LineEngine> {
  const asked = new Map<string, number>();
  const responses = new Map<string, LineOutcome>();
  const held = new Set<ServerResponse>();
  let aborted = 0;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { messages } = JSON.parse(body.toString()) as { messages: { content: unknown }[] };
      const { content } = messages.at(-1)!;
      // Content in parts is asked for by its JSON.
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      asked.set(text, (asked.get(text) ?? 0) + 1);
      const result = responses.get(text) ?? (text.startsWith('hold') ? 'hold' : 'ok');
      if (result === 'ok')
        return void (delayMs > 0 ? setTimeout(reply, delayMs, response, text) : reply(response, text));
      if (result !== 'hold') return void response.writeHead(result).end('{}');
      held.add(response);
      response.on('close', () => {
        if (!held.delete(response)) return;
        aborted++;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    get holding() {
      return held.size;
    },
    get aborted() {
      return aborted;
    },
    reply: (text, result) => void responses.set(text, result),
    release: () => {
      for (const response of held) {
        held.delete(response);
        reply(response, 'held');
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reply(response: ServerResponse, text: string): void {
  const choice = { index: 0, message: { role: 'assistant', content: `re: ${text}` }, finish_reason: 'stop' };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [choice], usage: USAGE }));
}
