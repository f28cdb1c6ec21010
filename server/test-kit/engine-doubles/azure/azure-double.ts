import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { LOCALHOST_CERTIFICATE } from '../../fakes/test-certificate.ts';
import { ACCESS_DENIED, DEPLOYMENT_NOT_FOUND, NOT_FOUND, type AzureError } from './azure-errors.ts';
import { streamedReply, wholeReply, type AzureReply } from './azure-replies.ts';
import { refusalOf, type ChatBody } from './check-chat.ts';
import { responsesEvents, responsesSse, responsesWhole } from '../responses-events.ts';
import { EntraDouble, type EntraTenant } from './entra-double.ts';

/** A request to the resource as it arrived. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

type AzureResponse = AzureReply | AzureError;

const V1 = /^\/openai\/v1\/(chat\/completions|responses|embeddings)$/;
const DATED = /^\/openai\/deployments\/([^/]+)\/(chat\/completions|embeddings)$/;
/** The deployment stands in the body. */
const DATED_RESPONSES = '/openai/responses';
const DATE = /^\d{4}-\d{2}-\d{2}(-preview)?$/;
export const AZURE_KEY = 'azure-key';
const DEPLOYMENTS = new Set(['my-deployment', 'my embeddings']);

/**
 * A resource of Azure OpenAI, with the token server of its tenant and the metadata server of its machine. Answers over HTTP and HTTPS, takes
 * `v1` paths and dated ones, and refuses what Azure does.
 */
export class AzureDouble implements AsyncDisposable {
  readonly seen: SeenCall[] = [];
  readonly entra: EntraDouble;
  /** What chat completions are answered. */
  answer: (body: ChatBody) => AzureResponse = () => ({ text: 'Hello you' });
  readonly #servers = [
    createServer((request, response) => void this.#serve(request, response)),
    createSecureServer(LOCALHOST_CERTIFICATE, (request, response) => void this.#serve(request, response)),
  ] as const;

  private constructor(tenant: EntraTenant) {
    this.entra = new EntraDouble(tenant);
  }

  static async start(tenant: EntraTenant): Promise<AzureDouble> {
    const double = new AzureDouble(tenant);
    for (const server of double.#servers) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    double.entra.origin = double.secureUrl;
    return double;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#servers[0].address() as AddressInfo).port}`;
  }

  get secureUrl(): string {
    return `https://localhost:${(this.#servers[1].address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.baseUrl);
    if (this.entra.handles(url.pathname)) return this.entra.serve(request, response, url);
    const text = await textOf(request);
    const body = JSON.parse(text) as SeenCall['body'];
    const query = Object.fromEntries(url.searchParams);
    this.seen.push({
      method: request.method ?? '',
      path: url.pathname,
      query,
      headers: request.headers,
      body,
    });
    const refusal = this.#refusal(url, request.headers, body);
    if (refusal) return sendError(response, refusal);
    if (url.pathname.endsWith('/embeddings')) return sendEmbeddings(response, body);
    if (url.pathname.endsWith('/responses')) return sendResponse(response, body);
    const chat = body as unknown as ChatBody;
    const answer = refusalOf(chat) ?? this.answer(chat);
    if ('error' in answer) sendError(response, answer);
    else sendReply(response, chat, answer);
  }

  #refusal(
    { pathname, searchParams }: URL,
    headers: IncomingHttpHeaders,
    body: SeenCall['body'],
  ): AzureError | undefined {
    const version = searchParams.get('api-version');
    const dated = DATED.exec(pathname);
    const isDated = dated !== null || pathname === DATED_RESPONSES;
    const isKnown = isDated ? version !== null && DATE.test(version) : V1.test(pathname) && version === null;
    if (!isKnown) return NOT_FOUND;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const isKey = headers['api-key'] === AZURE_KEY && token === undefined;
    if (!isKey && (token === undefined || !this.entra.valid.has(token))) return ACCESS_DENIED;
    const deployment = dated ? decodeURIComponent(dated[1]!) : String(body['model']);
    return DEPLOYMENTS.has(deployment) ? undefined : DEPLOYMENT_NOT_FOUND;
  }
}

const VENDOR_HEADERS = {
  'x-ms-region': 'VendorMarker',
  'apim-request-id': 'VendorMarker',
  'azureml-model-session': 'd1',
};

function sendError(response: ServerResponse, { status, error, headers }: AzureError): void {
  response.writeHead(status, { 'content-type': 'application/json', ...VENDOR_HEADERS, ...headers });
  response.end(JSON.stringify({ error }));
}

function sendReply(
  response: ServerResponse,
  { stream, stream_options: options }: ChatBody,
  reply: AzureReply,
): void {
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json', ...VENDOR_HEADERS });
    return void response.end(JSON.stringify(wholeReply(reply)));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...VENDOR_HEADERS });
  for (const chunk of streamedReply(reply, options?.include_usage === true))
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}

function sendResponse(response: ServerResponse, { stream }: SeenCall['body']): void {
  const said = { text: 'Hello you' };
  const usage = { input_tokens: 40, output_tokens: 21 };
  const type = stream === true ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type, ...VENDOR_HEADERS });
  if (stream === true) for (const event of responsesEvents(said, usage)) response.write(responsesSse(event));
  response.end(stream === true ? '' : JSON.stringify(responsesWhole(said, usage)));
}

function sendEmbeddings(response: ServerResponse, body: SeenCall['body']): void {
  const inputs = Array.isArray(body['input']) ? (body['input'] as string[]) : [body['input'] as string];
  const vectors = inputs.map((input) => Float32Array.of(input.length, 1, 0.5));
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding:
      body['encoding_format'] === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector],
  }));
  const usage = { prompt_tokens: 3 * inputs.length, total_tokens: 3 * inputs.length };
  response.writeHead(200, { 'content-type': 'application/json', ...VENDOR_HEADERS });
  response.end(JSON.stringify({ object: 'list', data, model: 'text-embedding-3-small', usage }));
}
