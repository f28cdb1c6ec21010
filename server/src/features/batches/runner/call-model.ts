import type { LineEndpoint, RequestedOperation } from '@svc/contract';
import type { BatchRow } from '../store/batch-rows.ts';
import type { LineCaller } from './open-batch.ts';
import type { LineExchange } from './line-exchange.ts';

/** What the runner needs from the pipeline of a model call, which features cannot import. */
export interface LineCalls {
  /** The operation of the endpoint. */
  operationOf(endpoint: LineEndpoint): RequestedOperation;
  /** Resolves when the response is complete. Rejects with `NoSlot` or `ServiceAway` if there is none. */
  call(endpoint: LineEndpoint, exchange: LineExchange): Promise<void>;
  /** Answers it 500, without calling a model. */
  giveUp(exchange: LineExchange): void;
  /** Whether live calls leave a slot for the model. */
  hasSlot(modelId: string): boolean;
  /** Number of live calls so far. */
  readonly liveCalls: number;
}

/** The caller for the lines of a batch. Undefined while the organization may not call models: lines wait. */
export type FindCaller = (
  batch: Pick<BatchRow, 'organization_id' | 'key_id'>,
) => Promise<LineCaller | undefined>;

/** The service itself is unavailable, for example its database. This is neither a response nor counted as an attempt. */
export class ServiceAway extends Error {
  constructor(cause: unknown) {
    super('the service cannot call models now', { cause });
    this.name = 'ServiceAway';
  }
}

/** Live calls need all slots of the model's engines, or the engines fail. */
export class NoSlot extends Error {
  readonly modelId: string;

  constructor(modelId: string) {
    super('no slot');
    this.name = 'NoSlot';
    this.modelId = modelId;
  }
}
