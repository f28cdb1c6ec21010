import { ByteCollector } from '#kit';
import { EngineFault } from '../../events.ts';
import type { ResponseHeaders } from './direct/response-handler.ts';
import { readRefusal } from './refusals/read-refusal.ts';
import { errorTypeOf, retryAfterSeconds } from './response-head.ts';

const MAX_KEPT_BYTES = 64 * 1024;

/** A response with an error status. Of a long body the beginning is kept, which says what is wrong. */
export class RefusedResponse {
  readonly #status: number;
  readonly #retryAfterSeconds: number | undefined;
  readonly #errorType: string | undefined;
  readonly #kept = new ByteCollector(MAX_KEPT_BYTES);
  #bytes = 0;

  constructor(status: number, headers: ResponseHeaders, nowMs: number) {
    this.#status = status;
    this.#retryAfterSeconds = retryAfterSeconds(headers, nowMs);
    this.#errorType = errorTypeOf(headers);
  }

  /** False: enough is known, and an endless body must not keep the caller waiting. */
  add(packet: Buffer): boolean {
    const spareBytes = MAX_KEPT_BYTES - this.#bytes;
    this.#bytes += packet.length;
    if (spareBytes > 0) this.#kept.add(packet.subarray(0, spareBytes));
    return packet.length <= spareBytes;
  }

  /** Once. */
  toFault(): EngineFault {
    const body = this.#kept.take().toString();
    const { refusal, retryAfterSeconds: hint } = readRefusal(body, this.#status, this.#errorType);
    return new EngineFault('status', {
      status: this.#status,
      bodyBytes: this.#bytes,
      retryAfterSeconds: this.#retryAfterSeconds ?? hint,
      refusal,
    });
  }
}
