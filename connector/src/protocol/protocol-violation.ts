/** Why a connection is closed, as WebSocket close codes (docs/tunnel-protocol.md). */
export const CLOSE_CODES = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  textMessage: 1003,
  tooBig: 1009,
  serverError: 1011,
  drain: 1012,
  tryLater: 1013,
  credential: 4401,
  disabled: 4403,
  wrongMode: 4409,
  version: 4426,
  tooManyConnectors: 4429,
} as const;

export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES];

/** The other side violated the protocol. The connection must be closed. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';
  readonly closeCode: CloseCode;

  /** `message`: for the log and the close frame; it quotes nothing that was received. */
  constructor(message: string, closeCode: CloseCode = CLOSE_CODES.protocolError) {
    super(message);
    this.closeCode = closeCode;
  }
}
