/** Why a document gives no text. What the parser said about it stays where it was said. */
export type DocumentFaultReason = 'unreadable' | 'encrypted' | 'too_large';

export class DocumentFault extends Error {
  readonly reason: DocumentFaultReason;

  constructor(reason: DocumentFaultReason) {
    super(`document ${reason}`);
    this.name = 'DocumentFault';
    this.reason = reason;
  }
}
