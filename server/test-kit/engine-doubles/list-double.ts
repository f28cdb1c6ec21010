import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { GoogleTokens } from './google-tokens.ts';

export const LIST_KEY = 'list-key-secret';

export interface ListRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type ListResponse = readonly [status: number, body: unknown];

const REFUSED: ListResponse = [
  401,
  { error: { message: `no such key: ${LIST_KEY}x`, type: 'invalid_request_error' } },
];
const MISSING: ListResponse = [404, { error: { code: '404', message: 'Resource not found' } }];
const METHODS = { supportedGenerationMethods: ['generateContent', 'countTokens'] };

/** The lists of models of all vendors, each at its path, with its credential and its pages. */
export class ListDouble implements AsyncDisposable {
  readonly tokens = new GoogleTokens();
  readonly seen: ListRequest[] = [];
  openAiModels = ['gpt-4o', 'gpt-4o-mini-2024-07-18', 'text-embedding-3-small', 'whisper-1', 'my-own'];
  /** Whether the resource lists its deployments. */
  hasDeployments = true;
  /** In place of every answer. */
  answer: ListResponse | undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<ListDouble> {
    const double = new ListDouble();
    double.#server.listen(0, '127.0.0.1');
    await once(double.#server, 'listening');
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    if (await this.tokens.respond(request, text, response)) return;
    const url = new URL(request.url ?? '/', this.url);
    const { method, headers } = request;
    this.seen.push({
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers,
      body: text,
    });
    const [status, body] = method === 'GET' ? (this.answer ?? this.#list(url, request)) : MISSING;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #list({ pathname, searchParams }: URL, { headers }: IncomingMessage): ListResponse {
    const bearer = headers.authorization?.replace(/^Bearer /, '');
    switch (pathname) {
      case '/v1/models':
        return headers['anthropic-version'] === undefined
          ? only(bearer === LIST_KEY, {
              object: 'list',
              data: this.openAiModels.map((id) => ({ id, object: 'model' })),
            })
          : only((headers['x-api-key'] ?? bearer) === LIST_KEY, anthropicPage(searchParams.get('after_id')));
      case '/openai/deployments':
        if (!this.hasDeployments) return MISSING;
        if (searchParams.get('api-version') !== '2023-03-15-preview') return MISSING;
        return only(headers['api-key'] === LIST_KEY, {
          data: [
            { id: 'my-deployment', model: 'gpt-4o', status: 'succeeded', object: 'deployment' },
            { id: 'half-made', model: 'gpt-4o', status: 'running', object: 'deployment' },
          ],
        });
      case '/openai/v1/models':
        return only(headers['api-key'] === LIST_KEY, { data: [{ id: 'gpt-4o', object: 'model' }] });
      case '/v1beta/models':
        return headers['x-goog-api-key'] === LIST_KEY
          ? [200, geminiPage(searchParams.get('pageToken'))]
          : [
              400,
              {
                error: {
                  code: 400,
                  message: 'API key not valid.',
                  status: 'INVALID_ARGUMENT',
                  details: [{ reason: 'API_KEY_INVALID' }],
                },
              },
            ];
      case '/v1beta1/publishers/google/models':
        return only(this.tokens.accepts(bearer), vertexPage(searchParams.get('pageToken')));
      default:
        return MISSING;
    }
  }
}

function only(isAccepted: boolean, body: object): ListResponse {
  return isAccepted ? [200, body] : REFUSED;
}

function anthropicPage(after: string | null): object {
  const page = (id: string, more: boolean) => ({
    data: [{ id, type: 'model', display_name: id, created_at: '2025-09-29T00:00:00Z' }],
    has_more: more,
    first_id: id,
    last_id: id,
  });
  return after === null ? page('claude-sonnet-4-5-20250929', true) : page('claude-opus-4-20250514', false);
}

function geminiPage(token: string | null): object {
  if (token === null)
    return { models: [{ name: 'models/gemini-2.5-pro', ...METHODS }], nextPageToken: 'page 2' };
  return {
    models: [
      { name: 'models/gemini-2.5-flash', ...METHODS },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    ],
  };
}

function vertexPage(token: string | null): object {
  const page = (...ids: readonly string[]) => ids.map((id) => ({ name: `publishers/google/models/${id}` }));
  return token === null
    ? { publisherModels: page('imagen-4', 'gemini-embedding-001'), nextPageToken: 'page 2' }
    : { publisherModels: page('gemini-2.5-pro') };
}
