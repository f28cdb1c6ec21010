import { ConnectionError, readApiError } from '@svc/sdk';

const CSRF_HEADER = 'svc-csrf';
const IDEMPOTENCY_HEADER = 'idempotency-key';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type QueryValue = string | number | readonly string[] | undefined;

interface CallOptions {
  readonly signal?: AbortSignal;
  /** The change is made once, however often it is sent with this key. */
  readonly idempotencyKey?: string;
}

/** A call as the contract types it. */
interface Call {
  readonly path: object;
  readonly query: unknown;
  readonly body: unknown;
  readonly answer: unknown;
}

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

type RequestOf<C extends Call> = Field<'path', C['path']> &
  Field<'query', C['query']> &
  ([C['body']] extends [undefined] ? unknown : { readonly body: C['body'] }) &
  CallOptions;

/** Where an id is one of several, what each of them needs. */
type RequestOfEach<Calls extends { readonly [I in Id]: Call }, Id extends string> = {
  [I in Id]: (request: RequestOf<Calls[I]>) => void;
}[Id] extends (request: infer R) => void
  ? R
  : never;

type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

/** Calls operations by their ids. What each is given and answers is the contract's. */
export type Client<Calls extends { readonly [I in keyof Calls]: Call }> = <Id extends keyof Calls & string>(
  id: Id,
  ...request: Arguments<RequestOfEach<Calls, Id>>
) => Promise<Calls[Id]['answer']>;

/** Where the operations are, and the token of the sign-in that makes changes there. */
interface Place<Id extends string> {
  readonly root: string;
  readonly paths: Readonly<Record<Id, `${Method} ${string}`>>;
  readonly csrfToken: () => string;
}

interface AnyRequest extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/** A client that calls with the cookie of the sign-in. Its calls throw the errors of the client library. */
export function createClient<Calls extends { readonly [I in keyof Calls]: Call }>({
  root,
  paths,
  csrfToken,
}: Place<keyof Calls & string>): Client<Calls> {
  return async (id, ...[request]) => {
    const { path, query, body, signal, idempotencyKey }: AnyRequest = request ?? {};
    const method = paths[id].slice(0, paths[id].indexOf(' '));
    const init: RequestInit = {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method === 'GET' ? {} : { [CSRF_HEADER]: csrfToken() }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    };
    const [response, text] = await send(root + fillPath(paths[id], path) + queryText(query), init);
    if (!response.ok) throw readApiError(response, text);
    return (text === '' ? undefined : JSON.parse(text)) as Calls[typeof id]['answer'];
  };
}

/** The path of an operation, `GET /keys/{key_id}`, with its parameters. */
export function fillPath(operation: string, parameters: Readonly<Record<string, string>> = {}): string {
  const template = operation.slice(operation.indexOf(' ') + 1);
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

async function send(url: string, request: RequestInit): Promise<readonly [Response, string]> {
  try {
    const response = await fetch(url, request);
    return [response, await response.text()];
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new ConnectionError('The service did not respond.', true, cause);
  }
}

function queryText(query: Readonly<Record<string, QueryValue>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value = []] of Object.entries(query))
    for (const one of [value].flat()) parameters.append(name, String(one));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
