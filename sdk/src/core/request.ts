import type { Access } from './access.ts';
import { target, type Call, type RequestOptions } from './call.ts';
import type { UploadBody } from './upload-body.ts';

/** What all requests of a client have in common. */
export interface RequestSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly access: Access;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** A body that is opened again for each try. */
  readonly upload: UploadBody | undefined;
}

/** 32 hexadecimal digits. `crypto.randomUUID` is not there on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** What cannot be sent twice is protected only by a key that its caller keeps. */
function idempotencyKey({ repetition }: Call, own: string | undefined): string | undefined {
  if (repetition === 'keyed') return own ?? randomKey();
  return repetition === 'once' ? own : undefined;
}

/** A call as `fetch` takes it; made once for all its tries, so that they carry the same Idempotency-Key. */
export function prepareRequest(
  { baseUrl, access, headers }: RequestSettings,
  call: Call,
  options: RequestOptions,
): PreparedRequest {
  const { method, body, upload } = call;
  const key = idempotencyKey(call, options.idempotencyKey);
  const contentType = body === undefined ? upload?.contentType : 'application/json';
  const betas = [...new Set([...(call.betas ?? []), ...(options.betas ?? [])])];
  return {
    url: baseUrl + target(access.locate(call.path), call.query),
    init: {
      method,
      credentials: access.credentials,
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(betas.length === 0 ? {} : { 'svc-beta': betas.join(',') }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...call.headers,
        ...access.headers(method),
        ...headers,
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    upload,
  };
}
