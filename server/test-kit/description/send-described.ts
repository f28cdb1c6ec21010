import type { DescribedOperation, ReceivedResponse } from './described-api.ts';

/** A request to an operation, before it is written as one. */
export interface DescribedRequest {
  /** Values of path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Lists are repeated. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or a form. Undefined: no body. */
  readonly body?: unknown;
}

/** Sends a request as a client generated from the description would. */
export async function sendDescribed(
  baseUrl: string,
  { method, path }: DescribedOperation,
  request: DescribedRequest,
): Promise<ReceivedResponse> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? ''),
  );
  const query = new URLSearchParams(
    Object.entries(request.query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  const { body } = request;
  const isForm = body instanceof FormData;
  const response = await fetch(`${baseUrl}${filled}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      ...request.headers,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
