import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { FileObject } from '@svc/contract';
import type { Caller, Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

export const FILES = '/v1/files';

const BOUNDARY = 'conformance-boundary';
const PREPARED_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 50;

/** A part of a form: a text, or a file with its name. */
export type Part =
  | readonly [name: string, value: string]
  | readonly [name: string, content: string | Buffer, filename: string];

/** A `multipart/form-data` body with these parts, in this order. */
function formOf(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(([name, content, filename]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    ...(filename === undefined ? [] : [`; filename="${filename}"\r\nContent-Type: application/octet-stream`]),
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((delta) => Buffer.from(delta)));
}

/** An upload as it is answered. */
export function upload(
  deployment: Deployment,
  parts: readonly Part[],
  { as = 'main', headers = {} }: Caller = {},
): Promise<HttpResponse> {
  return deployment.send(FILES, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.credential(as)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
    body: formOf(parts),
  });
}

/** What is sent of a file unless a check says otherwise. */
export const NOTES: readonly Part[] = [
  ['purpose', 'document'],
  ['file', 'The answer is 42.', 'notes.txt'],
];

export function assertFile(response: HttpResponse, status: number): FileObject {
  assert.equal(
    response.status,
    status,
    `status; the answer is ${response.status} ${response.text.slice(0, 300)}`,
  );
  const parsed = FileObject.strict().safeParse(response.json());
  assert.ok(parsed.success, `FILE-02: ${parsed.error?.message} in ${response.text}`);
  return parsed.data;
}

/** An upload that must succeed, and its file while `use` needs it. */
export async function withFile<T>(
  deployment: Deployment,
  parts: readonly Part[],
  use: (file: FileObject) => Promise<T> | T,
  caller: Caller = {},
): Promise<T> {
  const file = assertFile(await upload(deployment, parts, caller), 201);
  try {
    return await use(file);
  } finally {
    await askFile(deployment, 'DELETE', file.id, caller);
  }
}

/** As `withFile`, once it is prepared, well or badly. */
export function withPrepared<T>(
  deployment: Deployment,
  parts: readonly Part[],
  use: (file: FileObject) => Promise<T> | T,
  caller: Caller = {},
): Promise<T> {
  return withFile(
    deployment,
    parts,
    async ({ id }) => {
      for (const deadlineMs = performance.now() + PREPARED_WITHIN_MS; ; await delay(ASK_EVERY_MS)) {
        const file = assertFile(await askFile(deployment, 'GET', id, caller), 200);
        if (file.status !== 'processing') return use(file);
        assert.ok(performance.now() < deadlineMs, 'FILE-25 a file is prepared within seconds');
      }
    },
    caller,
  );
}

/** A request about one file; `path` is what follows its id. */
export function askFile(
  deployment: Deployment,
  method: string,
  id: string,
  { as = 'main', headers = {} }: Caller = {},
  path = '',
): Promise<HttpResponse> {
  return deployment.send(`${FILES}/${id}${path}`, {
    method,
    headers: { authorization: `Bearer ${deployment.credential(as)}`, ...headers },
  });
}
