/**
 * A real HTTP server in place of a model server: answers by script and records what it was asked.
 *
 *   const up = await startScriptedUpstream();
 *   up.script(textReply('Hello there'));                       // stream or whole, as the request asks
 *   up.script((request) => request.number === 0 ? errorReply(500) : toolCalls([{ name: 'f', arguments: '{}' }]));
 *   up.script(streamOf(['a', 'b'], { finishReason: 'stop', usage: { prompt_tokens: 3, completion_tokens: 2 } }));
 *   up.script(rawReply([sse(chunk({ content: 'a' })), { delayMs: 20 }, DESTROY]));   // bytes, pauses, cuts
 *   up.script(messageReply([{ type: 'text', text: 'Hello' }])); // the same in Anthropic's wire form
 *   up.script(hang());                                         // no answer at all; also hangUp()
 *   …configure an engine with `base_url: up.baseUrl`, call, then:
 *   const request = await up.nextRequest();                    // body (parsed), headers, path
 *   await request.aborted;                                     // performance.now() when the caller hung up early
 *   await up.close();
 *
 * Listens on a free loopback port. Without a script it answers "Hello".
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import {
  textReply,
  type PlannedReply,
  type Reply,
  type ScriptedRequest,
  type Step,
} from './scripted-replies.ts';

export interface RecordedRequest extends ScriptedRequest {
  /** From 0, in order of arrival. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; `{}` where it was none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly receivedAtMs: number;
  /** Resolves, with `performance.now()`, when the connection closes before the answer was complete. Else stays pending. */
  readonly aborted: Promise<number>;
  readonly wasAborted: () => boolean;
  /** Bytes of the answer handed to the socket so far: stops growing while the reader does not read. */
  readonly bytesSent: () => number;
}

type Script = PlannedReply | ((request: RecordedRequest) => Reply);

export interface ScriptedUpstream extends AsyncDisposable {
  /** For `base_url` of an engine: `http://127.0.0.1:<port>/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  /** Everything received so far. */
  readonly requests: readonly RecordedRequest[];
  /** What following requests get. */
  script(script: Script): void;
  /** The next request nobody has taken yet, also one still to come. */
  nextRequest(): Promise<RecordedRequest>;
  /** Connections open at the moment. */
  connections(): Promise<number>;
  /** Cuts everything and stops listening. */
  close(): Promise<void>;
}

export async function startScriptedUpstream(script: Script = textReply('Hello')): Promise<ScriptedUpstream> {
  const upstream = new Upstream(script);
  await upstream.listen();
  return upstream;
}

class Upstream implements ScriptedUpstream {
  readonly requests: RecordedRequest[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #waiting: ((request: RecordedRequest) => void)[] = [];
  #taken = 0;
  #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  script(script: Script): void {
    this.#script = script;
  }

  nextRequest(): Promise<RecordedRequest> {
    const request = this.requests[this.#taken++];
    if (request) return Promise.resolve(request);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    incoming.on('error', () => {});
    incoming.socket.setNoDelay(true);
    try {
      const request = await record(this.requests.length, incoming, response);
      this.requests.push(request);
      this.#waiting.shift()?.(request);
      const result = typeof this.#script === 'function' ? this.#script(request) : this.#script;
      await play(typeof result === 'function' ? result(request) : result, response);
    } catch {
      // The caller left while sending or receiving: `aborted` says so.
      response.destroy();
    }
  }
}

async function record(
  number: number,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<RecordedRequest> {
  const aborted = Promise.withResolvers<number>();
  let wasAborted = false;
  response.on('close', () => {
    if (response.writableFinished) return;
    wasAborted = true;
    aborted.resolve(performance.now());
  });
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const bytesBefore = incoming.socket.bytesWritten;
  return {
    number,
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parse(text),
    text,
    receivedAtMs: performance.now(),
    aborted: aborted.promise,
    wasAborted: () => wasAborted,
    bytesSent: () => incoming.socket.bytesWritten - bytesBefore,
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function play(reply: PlannedReply, response: ServerResponse): Promise<void> {
  if (!reply.beforeHead) sendHead(reply, response);
  for await (const step of reply.steps) {
    if (response.destroyed) return;
    if (!(await take(step, response))) return;
    if (!response.headersSent) sendHead(reply, response);
  }
  response.end();
}

function sendHead(reply: PlannedReply, response: ServerResponse): void {
  response.writeHead(reply.status ?? 200, reply.headers ?? {});
  response.flushHeaders();
}

/** The reader took what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** False when nothing more is to be said. */
async function take(step: Step, response: ServerResponse): Promise<boolean> {
  if (typeof step === 'string' || step instanceof Uint8Array) {
    if (!response.write(step)) await drained(response);
    // A turn of its own, so that the reader gets it as a packet of its own as far as that is in our power.
    await nextTurn();
    return true;
  }
  if ('delayMs' in step) await delay(step.delayMs);
  else if ('until' in step) await step.until;
  else if ('destroy' in step) response.socket?.destroy();
  return !('destroy' in step || 'stall' in step);
}
