import type { ApiError, BetaFlag, LineEndpoint } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { Credential } from '#exchange';
import type { CallRecord, UsageRecord } from '#store';
import type { BatchRow } from '../store/batch-rows.ts';
import type { LineCaller } from './open-batch.ts';

/** A line as a model call: without a connection, on a slot that live calls may preempt. */
export interface LineCall {
  readonly endpoint: LineEndpoint;
  readonly caller: Credential;
  readonly betas: readonly BetaFlag[];
  readonly version: string | undefined;
  /** Undefined: the line is given up, and its response is 500. */
  readonly body: Buffer | undefined;
  /** Aborted: the result is no longer needed. */
  readonly signal: AbortSignal;
}

export interface LineResponse {
  readonly type: 'responded';
  readonly requestId: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly text: string;
  /** Neither the response nor the reply in it was broken off. */
  readonly isComplete: boolean;
  /** Why the line was refused before a model was asked: other vendors' formats do not say all of it. */
  readonly refusal: ApiError | undefined;
  readonly errorCode: string | undefined;
  readonly model: ModelConfig | undefined;
  readonly usage: UsageRecord | undefined;
  readonly failure: CallRecord | undefined;
  readonly charge: LineCharge;
}

/** What a line holds and costs, until the transaction with its result. One of the two is called. */
export interface LineCharge {
  /** The transaction that charged the call has committed. */
  charged(): void;
  /** There is nothing to pay for. */
  drop(): void;
}

/**
 * `not_run`: nothing was written, and the line runs again. `modelId` is the model whose engines have no slot for it; without one
 * the service is unavailable, for example its database. `canceled`: a live call took its slot, or its signal was aborted.
 */
export type LineOutcome =
  | LineResponse
  | { readonly type: 'not_run'; readonly modelId: string | undefined }
  | { readonly type: 'canceled' };

/** What the runner needs from the pipeline of a model call, which features cannot import. */
export interface LineCalls {
  call(line: LineCall): Promise<LineOutcome>;
  /** Whether live calls leave a slot for the model. */
  hasSlot(modelId: string): boolean;
  /** Number of live calls so far. */
  readonly liveCalls: number;
}

/** The caller for the lines of a batch. Undefined while the organization may not call models: lines wait. */
export type FindCaller = (
  batch: Pick<BatchRow, 'organization_id' | 'key_id'>,
) => Promise<LineCaller | undefined>;
