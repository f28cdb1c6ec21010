import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { scriptedVector } from '@svc/conformance/upstream';
import { checkConverse, thoughtSignature } from './check-converse.ts';
import {
  converseFrames,
  converseWhole,
  invokeFrames,
  invokeWhole,
  type BedrockSaid,
} from './bedrock-replies.ts';
import { exceptionFrame, FRAMES } from './event-frames.ts';
import { signatureProblem, type KnownKeys } from './verify-signature.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An error as AWS answers it: its kind in a header. `inStream`: as an exception, before the first words of a reply or after them. */
export interface BedrockError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly inStream?: 'before' | 'after';
}

export interface SeenCall {
  readonly operation: string;
  readonly model: string;
  /** As it came. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Fields;
  readonly refusal: string | undefined;
}

type BedrockOutcome = BedrockSaid | BedrockError;
type ScriptedCall = Pick<SeenCall, 'operation' | 'body' | 'model' | 'headers'>;
type Script = (call: ScriptedCall & { readonly round: number }) => BedrockOutcome;

export interface BedrockDouble {
  readonly baseUrl: string;
  /** The same over HTTP/2 without TLS, which the vendor's client speaks. */
  readonly http2Url: string;
  readonly seen: readonly SeenCall[];
  /** Keys it takes from now on. */
  keys: readonly KnownKeys[];
  bearer: string | undefined;
  /** Key ids whose session has ended. */
  readonly expired: Set<string>;
  reply(script: Script): void;
  close(): Promise<void>;
}

const OPERATIONS = /^\/model\/([^/]+)\/(converse|converse-stream|invoke|invoke-with-response-stream)$/;
export const DOUBLE_REGION = 'eu-central-1';
export const DOUBLE_KEYS: KnownKeys = { accessKeyId: 'AKIADOUBLE', secretAccessKey: 'c2VjcmV0/+double' };

/** Bedrock's runtime as AWS documents it: signatures, both APIs and their streams, embeddings, errors. */
export async function startBedrockDouble(): Promise<BedrockDouble> {
  const double = new Double();
  const http = createServer((request, response) => void double.serve(request, response));
  const http2 = createHttp2Server((request, response) => void double.serve(request, response));
  const sessions = new Set<{ destroy(): void }>();
  http2.on('session', (session) => sessions.add(session));
  double.baseUrl = await listen(http);
  double.http2Url = await listen(http2);
  double.close = async () => {
    http.closeAllConnections();
    for (const session of sessions) session.destroy();
    await Promise.all([http, http2].map((server) => new Promise((resolve) => server.close(resolve))));
  };
  return double;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

class Refused extends Error {
  readonly error: BedrockError;

  constructor(error: BedrockError) {
    super(error.type);
    this.error = error;
  }
}

class Double implements BedrockDouble {
  baseUrl = '';
  http2Url = '';
  readonly seen: SeenCall[] = [];
  keys: readonly KnownKeys[] = [DOUBLE_KEYS];
  bearer: string | undefined;
  readonly expired = new Set<string>();
  close = (): Promise<void> => Promise.resolve();
  #script: Script = () => ({ text: 'Hello there.' });

  reply(script: Script): void {
    this.#script = script;
  }

  async serve(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): Promise<void> {
    const body = await textOf(request);
    const path = request.url ?? '';
    const send = senderOf(response);
    const [, model = '', operation = ''] = OPERATIONS.exec(path) ?? [];
    const call = {
      operation,
      model: decodeURIComponent(model),
      path,
      headers: request.headers,
      body: parse(body),
    };
    try {
      this.#authenticate(request, body);
      if (operation === '') throw new Refused(invalid('UnknownOperationException', 404));
      check(call);
      this.seen.push({ ...call, refusal: undefined });
      this.#respond(call, send);
    } catch (error) {
      const refused = error instanceof Refused ? error.error : invalid((error as Error).message, 400);
      this.seen.push({ ...call, refusal: refused.message });
      sendError(send, refused);
    }
  }

  #authenticate(
    { method = '', url: target = '', headers }: IncomingMessage | Http2ServerRequest,
    body: string,
  ): void {
    const refuse = (type: string): never => {
      throw new Refused({ status: 403, type, message: 'The security token is not valid.' });
    };
    const given = headers['authorization'] ?? '';
    if (given.startsWith('Bearer ')) {
      if (this.bearer === undefined || given !== `Bearer ${this.bearer}`) refuse('AccessDeniedException');
      return;
    }
    const id = /Credential=([^/]+)\//.exec(given)?.[1];
    if (id !== undefined && this.expired.has(id)) refuse('ExpiredTokenException');
    const scope = { region: DOUBLE_REGION, service: 'bedrock' };
    const problem = signatureProblem({ method, target, headers, body }, this.keys, scope);
    if (problem !== undefined) refuse(problem);
  }

  #respond(call: Omit<SeenCall, 'refusal'>, send: Send): void {
    if (call.operation === 'invoke' && !('anthropic_version' in call.body)) return sendEmbeddings(send, call);
    const round = ((call.body['messages'] ?? []) as Fields[]).filter(
      ({ role }) => role === 'assistant',
    ).length;
    const answer = this.#script({ ...call, round });
    const isStream = call.operation.endsWith('stream');
    const byConverse = call.operation.startsWith('converse');
    if (!('status' in answer)) {
      if (isStream) send(200, FRAMES, byConverse ? converseFrames(answer) : invokeFrames(answer));
      else send(200, JSON_TYPE, [byConverse ? JSON.stringify(converseWhole(answer)) : invokeWhole(answer)]);
      return;
    }
    if (!answer.inStream || !isStream) return sendError(send, answer);
    const began = byConverse ? converseFrames({ text: 'Hel lo' }) : invokeFrames({ text: 'Hel lo' });
    const exception = exceptionFrame(answer.type, answer.message);
    const frames = byConverse ? 2 : 4;
    send(200, FRAMES, [...began.slice(0, answer.inStream === 'before' ? 1 : frames), exception]);
  }
}

type Send = (
  status: number,
  headers: Readonly<Record<string, string>>,
  parts: readonly (string | Buffer)[],
) => void;

const JSON_TYPE = { 'content-type': 'application/json', 'x-amzn-requestid': 'request-id-marker' };

function senderOf(response: ServerResponse | Http2ServerResponse): Send {
  return (status, headers, parts) => {
    // Both kinds have what is used here.
    const either = response as ServerResponse;
    either.writeHead(status, headers);
    for (const part of parts) either.write(part);
    either.end();
  };
}

function invalid(message: string, status: number): BedrockError {
  return { status, type: 'ValidationException', message };
}

function sendError(send: Send, { status, type, message, headers }: BedrockError): void {
  const errorType = `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`;
  send(status, { ...JSON_TYPE, 'x-amzn-errortype': errorType, ...headers }, [JSON.stringify({ message })]);
}

function parse(body: string): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}

/** Throws what is refused as a `ValidationException`. */
function check({ operation, body }: Pick<SeenCall, 'operation' | 'body'>): void {
  if (operation.startsWith('converse')) return checkConverse(body);
  if (!('anthropic_version' in body)) return;
  if (body['anthropic_version'] !== 'bedrock-2023-05-31') throw new Error('anthropic_version');
  for (const name of ['model', 'stream'])
    if (name in body) throw new Error(`${name}: Extra inputs are not permitted`);
  for (const { content } of body['messages'] as { content: Fields[] }[])
    for (const { type, thinking, signature } of content)
      if (type === 'thinking' && signature !== thoughtSignature(String(thinking)))
        throw new Error('Invalid `signature` in `thinking` block');
}

const MAX_COHERE_TEXTS = 96;
const TOKENS_EACH = 5;

function sendEmbeddings(send: Send, { body }: Pick<SeenCall, 'body'>): void {
  const { inputText, texts, input_type: inputType } = body;
  if (typeof inputText === 'string') {
    const embedding = [...scriptedVector(inputText)];
    return send(200, JSON_TYPE, [JSON.stringify({ embedding, inputTextTokenCount: TOKENS_EACH })]);
  }
  if (!Array.isArray(texts) || texts.length > MAX_COHERE_TEXTS || typeof inputType !== 'string')
    return sendError(send, invalid('Malformed input request', 400));
  const float = (texts as string[]).map((text) => [...scriptedVector(text)]);
  const count = { 'x-amzn-bedrock-input-token-count': String(texts.length * TOKENS_EACH) };
  const reply = { id: 'marker', texts, response_type: 'embeddings_by_type', embeddings: { float } };
  send(200, { ...JSON_TYPE, ...count }, [JSON.stringify(reply)]);
}
