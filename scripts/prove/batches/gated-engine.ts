import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const USAGE = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const DELAY_MS = 20;

/** An OpenAI-compatible engine that answers as many calls as it is allowed to, and holds the others until it may go on. */
export class GatedEngine implements AsyncDisposable {
  /** How often each text was asked. */
  readonly asked = new Map<string, number>();
  readonly #held = new Map<ServerResponse, string>();
  readonly #server = createServer((request, response) => {
    void buffer(request).then((body) => this.#ask(body, response));
  });
  #allowed = 0;

  static async open(): Promise<GatedEngine> {
    const engine = new GatedEngine();
    await new Promise<void>((resolve) => engine.#server.listen(0, '127.0.0.1', resolve));
    return engine;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Calls that wait to be answered. */
  get holding(): number {
    return this.#held.size;
  }

  /** Answers so many calls more. */
  allow(calls: number): void {
    this.#allowed += calls;
    for (const [response, text] of this.#held) {
      if (this.#allowed === 0) return;
      this.#held.delete(response);
      this.#respond(response, text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #ask(body: Buffer, response: ServerResponse): void {
    const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
    const text = messages.at(-1)!.content;
    this.asked.set(text, (this.asked.get(text) ?? 0) + 1);
    if (this.#allowed > 0) return this.#respond(response, text);
    this.#held.set(response, text);
    response.on('close', () => this.#held.delete(response));
  }

  #respond(response: ServerResponse, text: string): void {
    this.#allowed--;
    const message = { role: 'assistant', content: `re: ${text}` };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const reply = JSON.stringify({ id: 'x', object: 'chat.completion', choices, usage: USAGE });
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(reply), DELAY_MS);
  }
}
