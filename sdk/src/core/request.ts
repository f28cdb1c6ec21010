import type { Access } from './access.ts';
import { target, type Call, type RequestOptions } from './call.ts';

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
}

/** 32 hexadecimal digits. `crypto.randomUUID` is not there on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** A call as `fetch` takes it; made once for all its tries, so that they carry the same Idempotency-Key. */
export function prepareRequest(
  { baseUrl, access, headers }: RequestSettings,
  call: Call,
  options: RequestOptions,
): PreparedRequest {
  const { method, body } = call;
  const betas = [...new Set([...(call.betas ?? []), ...(options.betas ?? [])])];
  return {
    url: baseUrl + target(access.locate(call.path), call.query),
    init: {
      method,
      credentials: access.credentials,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(betas.length === 0 ? {} : { 'svc-beta': betas.join(',') }),
        ...(call.repetition === 'keyed' ? { 'idempotency-key': options.idempotencyKey ?? randomKey() } : {}),
        ...access.headers(method),
        ...headers,
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}
