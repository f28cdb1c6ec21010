import { DatabaseError } from 'pg';
import { codeOf, StoreUnavailable, unavailableReason } from './store-unavailable.ts';

/** Wraps a connection error as StoreUnavailable: whatever the cause, no query can run. */
export function connectError(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  return new StoreUnavailable(unavailableReason(codeOf(error)) ?? 'cannot_connect', error);
}

/**
 * Wraps a query error as StoreUnavailable when the server is at fault; the query's own errors pass through.
 */
export function queryError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const reason = unavailableReason(error.code);
    return reason === undefined ? error : new StoreUnavailable(reason, error);
  }
  // The client throws plain Errors for everything about the connection; subclasses come from encoding and
  // parsing.
  if (!(error instanceof Error) || (error.name !== 'Error' && codeOf(error) === undefined)) return error;
  return new StoreUnavailable(
    error.message === 'Query read timeout' ? 'timed_out' : 'connection_lost',
    error,
  );
}
