import type { Repetition } from './retry.ts';
import type { UploadBody } from './upload-body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Values of a query; an array is sent as a parameter for each of its values. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** One operation as it is asked for. */
export interface Call {
  readonly method: Method;
  /** As in the contract, parameters filled in. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** In place of `body`. */
  readonly upload?: UploadBody;
  readonly repetition: Repetition;
  /** Flags of previews the operation needs. */
  readonly betas?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What may be said of one request alone. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; see `SvcOptions`. */
  readonly timeoutMs?: number | undefined;
  /** See `SvcOptions`. */
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Flags of previews to turn on. */
  readonly betas?: readonly string[] | undefined;
  /** Of an upload and of a POST to the Admin API: the same key is done once, however often it is sent. Made again for each call when left out. */
  readonly idempotencyKey?: string | undefined;
}

/** A value as one segment of a path. */
export function segment(value: string): string {
  // A dot segment would be taken as a way up, and an empty one as the list.
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${JSON.stringify(value)} is no id.`);
  return encodeURIComponent(value);
}

/** Path and query, as they follow the base URL. */
export function target(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
