import { CONNECTION_HEADERS, type HttpMethod } from '@svc/connector/protocol';

/** One request to an MCP server behind a tunnel, for one connection. */
export interface TunnelCall {
  /** The same for both attempts. */
  readonly callId: string;
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time left for the whole call. */
  readonly deadlineMs: number;
}

/** A reply whose first bytes have arrived, or that has none. */
export interface TunnelReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first chunk; undefined if the reply is empty. */
  readonly first: Uint8Array | undefined;
  /** The next chunk; undefined at the end. Rejects with a `StreamFailure`. */
  read(): Promise<Uint8Array | undefined>;
  /** Releases the reply. May be called at any time. */
  close(): void;
}

/** Drops cookies too: the service keeps none for private servers. */
export function withoutConnectionHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name) && name !== 'cookie'),
  );
}
