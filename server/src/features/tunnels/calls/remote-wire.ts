import { StreamFailure, type ResetReason } from '@svc/connector/protocol';
import type { TunnelCall } from './tunnel-call.ts';

/** Path for calls between nodes. */
export const TUNNEL_CALL_PATH = '/internal/tunnel-call';
const LENGTH_BYTES = 4;
/** Size limit of the JSON before a body. */
const MAX_HEAD_BYTES = 131_072;

/** The format of a call to the node that has the connection: a length, JSON, and the body of the call. */
export interface RemoteCall {
  readonly connectionId: string;
  readonly call: TunnelCall;
}

/** The JSON before the body of the reply, or the complete outcome. */
export type RemoteOutcome =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly failure: ResetReason | 'lost' };

export function encodeRemoteCall({ connectionId, call: { body, ...call } }: RemoteCall): Buffer {
  return Buffer.concat([withLength({ connectionId, ...call }), body]);
}

/** Throws for malformed data. It was signed by a node, so its fields are not validated again. */
export function decodeRemoteCall(bytes: Buffer): RemoteCall {
  const end = headEnd(bytes);
  if (end === undefined || end > bytes.length) throw new Error('a call from another node is truncated');
  const { connectionId, ...call } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as {
    connectionId: string;
  } & Omit<TunnelCall, 'body'>;
  return { connectionId, call: { ...call, body: bytes.subarray(end) } };
}

export function encodeOutcome(outcome: RemoteOutcome): Buffer {
  return withLength(outcome);
}

/** Undefined until it is complete. Throws `StreamFailure` for an invalid outcome. */
export function decodeOutcome(
  bytes: Buffer,
): { readonly outcome: RemoteOutcome; readonly rest: Buffer } | undefined {
  const end = headEnd(bytes);
  if (end === undefined || end > bytes.length) return undefined;
  return {
    outcome: JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as RemoteOutcome,
    rest: bytes.subarray(end),
  };
}

function headEnd(bytes: Buffer): number | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length > MAX_HEAD_BYTES) throw new StreamFailure('lost');
  return LENGTH_BYTES + length;
}

function withLength(value: object): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32BE(json.length, 0);
  return Buffer.concat([length, json]);
}
