import { areHeaders, JsonFields } from './json-fields.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { PAYLOAD_LIMIT_BYTES } from './frame.ts';

/** For open and head. The longest legitimate one has a bearer token and some session ids. */
const HEADERS_LIMIT_BYTES = 32_768;
const [MIN_STATUS, MAX_STATUS] = [200, 599];
const MAX_TARGETS = 1000;
const TARGET_CHARACTERS = 65_536;
const MAX_DEADLINE_MS = 3_600_000;
export const MAX_INFLIGHT = 10_000;

export type HttpMethod = 'GET' | 'POST' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

/** A call, as the service sends it. */
export interface OpenMessage {
  /** The same for both attempts of one call. */
  readonly callId: string;
  readonly method: HttpMethod;
  /** One of the allowed targets, byte for byte. */
  readonly url: string;
  readonly headers: Headers;
  /** Milliseconds left for the whole call. */
  readonly deadlineMs: number;
}

/** Status and headers of a reply. */
export interface HeadMessage {
  readonly status: number;
  readonly headers: Headers;
}

/** Control messages of the connection. */
export type ControlMessage =
  | {
      readonly type: 'hello';
      readonly protocol: number;
      readonly connectorVersion: string;
      readonly maxInflight: number;
      /** Only tests whether the connector would be accepted, and reads the targets. */
      readonly check: boolean;
    }
  | {
      readonly type: 'welcome';
      readonly protocol: number;
      readonly connectionId: string;
      readonly messageLimitBytes: number;
      readonly silenceMs: number;
    }
  | { readonly type: 'config'; readonly allowedTargets: readonly string[] }
  /** No new streams are opened; running ones continue. */
  | { readonly type: 'drain' };

/** Undefined if the headers are invalid, too many or too long: the connector would close the connection, with every other call on it. */
export function encodeOpen(message: OpenMessage): Uint8Array | undefined {
  const { callId, method, url, headers, deadlineMs } = message;
  return withHeaders(headers, { call_id: callId, method, url, headers, deadline_ms: deadlineMs });
}

export function decodeOpen(payload: Uint8Array): OpenMessage {
  const fields = new JsonFields(payload, 'open', HEADERS_LIMIT_BYTES);
  const method = fields.text('method', 10);
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE')
    throw new ProtocolViolation('open has no valid method');
  return {
    callId: fields.text('call_id', 100),
    method,
    url: fields.text('url', TARGET_CHARACTERS),
    headers: fields.headers('headers'),
    deadlineMs: fields.number('deadline_ms', 1, MAX_DEADLINE_MS),
  };
}

/** Undefined for headers as in `encodeOpen`, and for a status that the service would not accept. */
export function encodeHead({ status, headers }: HeadMessage): Uint8Array | undefined {
  if (status < MIN_STATUS || status > MAX_STATUS) return undefined;
  return withHeaders(headers, { status, headers });
}

export function decodeHead(payload: Uint8Array): HeadMessage {
  const fields = new JsonFields(payload, 'head', HEADERS_LIMIT_BYTES);
  return {
    status: fields.number('status', MIN_STATUS, MAX_STATUS),
    headers: fields.headers('headers'),
  };
}

export function encodeControl(message: ControlMessage): Uint8Array {
  switch (message.type) {
    case 'hello':
      return toJson({
        type: 'hello',
        protocol: message.protocol,
        connector_version: message.connectorVersion,
        max_inflight: message.maxInflight,
        ...(message.check ? { check: true } : {}),
      });
    case 'welcome':
      return toJson({
        type: 'welcome',
        protocol: message.protocol,
        connection_id: message.connectionId,
        message_limit_bytes: message.messageLimitBytes,
        silence_ms: message.silenceMs,
      });
    case 'config':
      return toJson({ type: 'config', allowed_targets: message.allowedTargets });
    case 'drain':
      return toJson({ type: 'drain' });
  }
}

/** Undefined for an unknown type, which a later version may send. */
export function decodeControl(payload: Uint8Array): ControlMessage | undefined {
  const fields = new JsonFields(payload, 'control', PAYLOAD_LIMIT_BYTES);
  switch (fields.text('type', 50)) {
    case 'hello':
      return {
        type: 'hello',
        protocol: fields.number('protocol', 0, 1_000_000),
        connectorVersion: fields.text('connector_version', 50),
        maxInflight: fields.number('max_inflight', 1, MAX_INFLIGHT),
        check: fields.flag('check'),
      };
    case 'welcome':
      return {
        type: 'welcome',
        protocol: fields.number('protocol', 0, 1_000_000),
        connectionId: fields.text('connection_id', 100),
        messageLimitBytes: fields.number('message_limit_bytes', 1, Number.MAX_SAFE_INTEGER),
        silenceMs: fields.number('silence_ms', 1, 86_400_000),
      };
    case 'config':
      return {
        type: 'config',
        allowedTargets: fields.texts('allowed_targets', MAX_TARGETS, TARGET_CHARACTERS),
      };
    case 'drain':
      return { type: 'drain' };
    default:
      return undefined;
  }
}

function withHeaders(headers: Headers, message: object): Uint8Array | undefined {
  if (!areHeaders(headers)) return undefined;
  const payload = toJson(message);
  return payload.length > HEADERS_LIMIT_BYTES ? undefined : payload;
}

function toJson(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
