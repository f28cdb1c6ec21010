import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { GoogleTokens } from '../google-tokens.ts';
import type { ChatRequest } from './chat-request.ts';
import { joinEvents, readEvents, readWhole } from './event-reader.ts';
import type { ReplyPart } from './reply-parts.ts';
import {
  EVENTS,
  FacadeRefusal,
  Inexpressible,
  type ChatError,
  type Facade,
  type ReplyFormat,
  type VendorCall,
} from './facade.ts';

type Chunk = string | Buffer;

/** Behind the vendor's name of a model stands the one that the scripted upstream is asked for. */
const BEFORE_NAME = '--';

/** A vendor's API before a scripted upstream: what the engine sends becomes a chat completion, and the reply becomes the vendor's. */
export class FacadeServer implements AsyncDisposable {
  /** What the vendor would have refused of the engine's requests. */
  readonly refusals: string[] = [];
  /** What scripts said that the vendor's form has no place for. */
  readonly inexpressible: string[] = [];
  /** The last request, in the vendor's form. */
  lastCall: VendorCall | undefined;
  readonly facade: Facade;
  readonly #upstreamUrl: string;
  readonly #tokens: GoogleTokens | undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(facade: Facade, upstreamUrl: string, tokens?: GoogleTokens) {
    this.facade = facade;
    this.#upstreamUrl = upstreamUrl;
    this.#tokens = tokens;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** For a route: the vendor's name, by which engines tell models apart, and behind it the upstream's. */
  modelName(upstreamName: string): string {
    return this.facade.model + BEFORE_NAME + upstreamName;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    try {
      const text = await textOf(request);
      if (await this.#tokens?.respond(request, text, response)) return;
      const { method = '', url: target = '', headers } = request;
      const body = JSON.parse(text === '' ? '{}' : text) as Readonly<Record<string, unknown>>;
      this.lastCall = { method, target, headers, text, body };
      const asked = this.facade.read(this.lastCall);
      await this.#pass(asked, response);
    } catch (error) {
      if (error instanceof FacadeRefusal) {
        if (request.method === 'POST') this.refusals.push(error.message);
        this.#fail(error, {}, response);
        return;
      }
      if (error instanceof Inexpressible || error instanceof SyntaxError)
        this.inexpressible.push(error.message);
      response.destroy();
    }
  }

  /** Throws where either side leaves. */
  async #pass(asked: ChatRequest, response: ServerResponse): Promise<void> {
    const upstream = sendRequest(`${this.#upstreamUrl}/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    response.on('close', () => upstream.destroy());
    const model = asked.model.slice(asked.model.lastIndexOf(BEFORE_NAME) + BEFORE_NAME.length);
    upstream.end(JSON.stringify({ ...asked, model }));
    const [reply] = (await once(upstream, 'response')) as [IncomingMessage];
    const { replies } = this.facade;
    const { statusCode: status = 200 } = reply;
    if (replies && status >= 400)
      this.#fail(readError(status, await textOf(reply)), vendorHeaders(reply), response);
    else if (replies && status === 200)
      await (asked.stream ? streamReply : sendWhole)(reply, replies, response);
    else await sendAsItIs(reply, response);
  }

  #fail(error: ChatError, headers: object, response: ServerResponse): void {
    const { replies } = this.facade;
    const failure = replies?.error(error) ?? {
      status: error.status,
      body: { error: { message: error.message } },
    };
    response.writeHead(failure.status, {
      'content-type': 'application/json',
      ...headers,
      ...failure.headers,
    });
    response.end(JSON.stringify(failure.body));
  }
}

const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

function vendorHeaders({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)));
}

function readError(status: number, text: string): ChatError {
  try {
    const { error } = JSON.parse(text) as {
      readonly error: { readonly message?: string; readonly code?: string };
    };
    return { status, message: error.message ?? '', code: error.code };
  } catch {
    return { status, message: text };
  }
}

const isEvents = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith(EVENTS) === true;

/** What is no reply is none in any form. */
async function sendAsItIs(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-type': type } = reply.headers;
  response.writeHead(reply.statusCode ?? 200, {
    ...(type && { 'content-type': type }),
    ...vendorHeaders(reply),
  });
  response.flushHeaders();
  await pipeline(reply, response);
}

async function sendWhole(reply: IncomingMessage, form: ReplyFormat, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json', ...vendorHeaders(reply) });
  response.flushHeaders();
  if (isEvents(reply)) return void response.end(wholeText(await joinEvents(reply), form));
  const text = await textOf(reply);
  const parts = readWhole(text);
  response.end(parts ? wholeText(parts, form) : text);
}

function wholeText(parts: readonly ReplyPart[], form: ReplyFormat): string {
  const failed = parts.find((part) => part.kind === 'error');
  const message = failed?.error.message ?? '';
  return JSON.stringify(failed ? form.error({ status: 500, message }).body : form.whole(parts));
}

async function streamReply(
  reply: IncomingMessage,
  form: ReplyFormat,
  response: ServerResponse,
): Promise<void> {
  const writer = form.stream();
  const send = async (pieces: Iterable<Chunk>): Promise<void> => {
    for (const piece of pieces) if (!response.write(piece)) await drained(response);
  };
  if (!isEvents(reply)) {
    const text = await textOf(reply);
    const parts = readWhole(text);
    response.writeHead(200, { 'content-type': parts ? form.streamType : 'application/json' });
    if (!parts) return void response.end(text);
    for (const part of parts) await send(writer.write(part));
  } else {
    response.writeHead(200, { 'content-type': form.streamType, ...vendorHeaders(reply) });
    response.flushHeaders();
    for await (const event of readEvents(reply)) {
      if (event.kind === 'done') break;
      if (event.kind === 'parts') for (const part of event.parts) await send(writer.write(part));
      // A sign of life, or what is no event in any form.
      else if (form.streamType === EVENTS) await send([`${event.text}\n\n`]);
      else throw new Inexpressible('an event of text');
    }
  }
  await send(writer.end());
  response.end();
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw new Error('the reader left');
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
}
