/** The tunnel protocol, for both sides (docs/tunnel-protocol.md). */
export { CONNECTION_HEADERS } from './connection-headers.ts';
export { PROTOCOL_VERSION, PAYLOAD_LIMIT_BYTES, decodeFrame, encodeFrame } from './frame.ts';
export { isHeader } from './json-fields.ts';
export type { ControlMessage, HeadMessage, HttpMethod, OpenMessage } from './messages.ts';
export { MAX_INFLIGHT } from './messages.ts';
export { CLOSE_CODES, ProtocolViolation, type CloseCode } from './protocol-violation.ts';
export { StreamFailure, type ResetReason } from './stream-failure.ts';
export { TunnelSession } from './tunnel-session.ts';
export type { TunnelStream } from './tunnel-stream.ts';
export { WebSocketTransport } from './web-socket-transport.ts';
