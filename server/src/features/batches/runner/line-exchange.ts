import type { ApiError, BetaFlag, RequestedOperation } from '@svc/contract';
import { BufferedExchange, type Credential, type RunSummary } from '#exchange';
import type { UsageRecord } from '#store';
import { LineCharge } from './line-charge.ts';

export interface LineRequest {
  readonly requestId: string;
  readonly operation: RequestedOperation;
  readonly receivedAtMs: number;
  readonly credential: Credential;
  readonly betas: readonly BetaFlag[];
  readonly version: string | undefined;
  /** Undefined: it cannot be parsed. */
  readonly body: Buffer | undefined;
}

/** A line of a batch as a model call: without a connection, with a slot that live calls may preempt. */
export class LineExchange extends BufferedExchange {
  /** The usage of the call, once it is known. */
  record: UsageRecord | undefined;
  /** How its run ended, if an engine was asked. */
  summary: RunSummary | undefined;
  /** Why it was refused before it reached the model: other vendors' protocols do not say all of it. */
  refusal: ApiError | undefined;
  readonly charge = new LineCharge();
  #preempted = false;

  constructor({ requestId, operation, receivedAtMs, credential, betas, version, body }: LineRequest) {
    super({ requestId, operation, receivedAtMs, startedAt: performance.now() });
    this.credential = credential;
    this.betas = betas;
    this.version = version;
    this.bytes = body;
  }

  override get serviceTier(): 'batch' {
    return 'batch';
  }

  /** A live call took its slot, or the result is no longer needed: the line did not run. */
  get preempted(): boolean {
    return this.#preempted;
  }

  preempt(): void {
    this.#preempted = true;
    this.leave();
  }
}
