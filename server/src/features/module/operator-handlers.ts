import type { ChangelessId, OperatorCall, OperatorEvent, OperatorOperationId } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import type { OperatorCaller } from '#exchange';
import type { Tables } from '#store';
import type { Call } from './handlers.ts';

/** What is told of a change in the deployment's own log. */
export interface OperatorNote {
  /** `organization.updated`. */
  readonly event: string;
  readonly resource: NonNullable<OperatorEvent['resource']>;
  /** The organization that it is about. */
  readonly organizationId?: string;
  readonly changes?: OperatorEvent['changes'];
}

/** One change by somebody who runs the deployment: its transaction, and who makes it when. */
export interface OperatorChange {
  /** Within the transaction. */
  readonly db: Kysely<Tables>;
  readonly operator: OperatorCaller;
  readonly requestId: string;
  readonly nowMs: number;
  /** Of organizations whose credentials every node must verify again before the response is sent. */
  readonly epochs: EpochChange[];
  /** Run once it is committed, before the response is sent. */
  readonly whenCommitted: (() => Promise<void>)[];
  /** Writes down what was changed, within the transaction. */
  note(note: OperatorNote): Promise<void>;
}

/** A question to elsewhere, which changes nothing here and may take minutes: it has no transaction. */
export type OperatorInquiry = Pick<OperatorChange, 'operator' | 'note'>;

/** Reads get the database, everything else a change in its transaction. Refuses by throwing, else returns the body. */
export type OperatorHandlers = {
  readonly [Id in OperatorOperationId]: (
    context: Id extends ChangelessId
      ? OperatorInquiry
      : OperatorCall<Id>['method'] extends 'GET'
        ? Kysely<Tables>
        : OperatorChange,
    call: Call<OperatorCall<Id>>,
  ) => Promise<object>;
};
