import {
  ConnectionError,
  readApiError,
  Svc,
  type Batches,
  type Files,
  type Prompts,
  type Tunnels,
} from '@svc/sdk';

const ROOT = '/console/api';
const CSRF_HEADER = 'svc-csrf';
const IDEMPOTENCY_HEADER = 'idempotency-key';

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface CallOptions {
  readonly body?: unknown;
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** The change is made once, however often it is sent with this key. */
  readonly idempotencyKey?: string;
}

/** Belongs to the sign-in session and is kept nowhere else: a page that is loaded anew asks for it. */
let csrfToken = '';

export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

/**
 * Every operation of the Admin API, as the signed-in person. Repeated where it failed for a passing reason by whoever asks: the
 * query client does it for all that is loaded.
 */
export const { admin } = new Svc({
  baseUrl: location.origin,
  session: { csrfToken: () => csrfToken },
  maxRetries: 0,
});

/** The files of a workspace, as the signed-in person. */
export function filesOf(workspaceId: string): Files {
  return inWorkspace(workspaceId).files;
}

/** The batches of a workspace, as the signed-in person. */
export function batchesOf(workspaceId: string): Batches {
  return inWorkspace(workspaceId).batches;
}

/** Its prompt templates and the prompt tools. */
export function promptsOf(workspaceId: string): Prompts {
  return inWorkspace(workspaceId).prompts;
}

/** The tunnels of a workspace, as the signed-in person. */
export function tunnelsOf(workspaceId: string): Tunnels {
  return inWorkspace(workspaceId).tunnels;
}

function inWorkspace(workspaceId: string): Svc {
  const session = { csrfToken: () => csrfToken, workspaceId };
  return new Svc({ baseUrl: location.origin, session, maxRetries: 0 });
}

/**
 * One call of what only the Console has, with the cookie of the sign-in. `path` begins behind `/console/api`. Throws the errors of
 * the client library.
 */
export function call<Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  return callAt({ root: ROOT, csrfToken }, method, path, options);
}

/** Where operations are, and the token of the sign-in that makes changes there. */
interface Place {
  readonly root: string;
  readonly csrfToken: string;
}

/** The same at another place, with another sign-in. */
export async function callAt<Answer>(
  { root, csrfToken: token }: Place,
  method: string,
  path: string,
  { body, query, signal, idempotencyKey }: CallOptions,
): Promise<Answer> {
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : { [CSRF_HEADER]: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  const [response, text] = await send(root + path + queryText(query), request);
  if (!response.ok) throw readApiError(response, text);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
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

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value = []] of Object.entries(query))
    for (const one of [value].flat()) parameters.append(name, String(one));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
