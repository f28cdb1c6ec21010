import type { Operation } from '@svc/contract';
import { BufferedExchange as Buffered, type Credential } from '#exchange';

/** An exchange without a connection, which a test can leave as a caller would. */
export class BufferedExchange extends Buffered {
  constructor({
    operation,
    credential,
    body,
  }: {
    operation: Operation;
    credential: Credential;
    body: object;
  }) {
    super({
      requestId: `req_${crypto.randomUUID()}`,
      operation,
      receivedAtMs: Date.now(),
      startedAt: performance.now(),
    });
    this.credential = credential;
    this.bytes = Buffer.from(JSON.stringify(body));
  }
}
