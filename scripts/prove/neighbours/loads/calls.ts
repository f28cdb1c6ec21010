import type { Socket } from 'node:net';

export interface LoadCaller {
  readonly url: string;
  readonly key: string;
  readonly signal?: AbortSignal;
}

export interface LoadResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function requestJson(
  { url, key, signal }: LoadCaller,
  method: string,
  path: string,
  body?: object | string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<LoadResponse> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: (isRaw ? body : JSON.stringify(body)) as BodyInit }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

export async function uploadFile(
  { url, key, signal }: LoadCaller,
  { purpose, name, bytes }: { readonly purpose: string; readonly name: string; readonly bytes: Buffer },
): Promise<{ readonly id: string }> {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', new File([bytes as BlobPart], name));
  const response = await fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
    ...(signal && { signal }),
  });
  const reply = (await response.json()) as { id?: string };
  if (reply.id === undefined)
    throw new Error(`an upload was answered ${response.status} ${JSON.stringify(reply)}`);
  return { id: reply.id };
}

/** So many senders, each with one request after the other until the signal fires. */
export async function repeat(
  concurrency: number,
  signal: AbortSignal,
  send: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (!signal.aborted) await send(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Resolves with the first of these events; an error is followed by `close`. */
export function untilAny(socket: Socket, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const onEvent = (): void => {
      for (const event of events) socket.off(event, onEvent);
      resolve();
    };
    for (const event of events) socket.on(event, onEvent);
  });
}
