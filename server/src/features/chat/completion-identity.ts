import type { Exchange, Selected } from '#exchange';
import { newId } from '#kit';

/** What all parts of one answer share (D-26). */
export interface CompletionIdentity {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  /** The public id of the model that answers. */
  readonly model: string;
}

/** `prefix`: of its id. */
export function newCompletionIdentity(
  exchange: Exchange & Selected,
  prefix: 'chatcmpl_' | 'chatcmpl-' = 'chatcmpl_',
): CompletionIdentity {
  return {
    id: newId(prefix, exchange.receivedAtMs),
    created: Math.floor(exchange.receivedAtMs / 1000),
    model: exchange.admission.model.id,
  };
}
