/** Why a document gives no text. The parser's own message is not passed on. */
export type DocumentFaultReason = 'unreadable' | 'encrypted' | 'too_large';

export class DocumentFault extends Error {
  readonly reason: DocumentFaultReason;

  constructor(reason: DocumentFaultReason) {
    super(`document ${reason}`);
    this.name = 'DocumentFault';
    this.reason = reason;
  }
}
