import { EngineFault } from '../../events.ts';

/** The status that each kind of error has as a response of its own. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** An error inside a 200, by its kind; an unknown kind counts as a broken response. Its text is ignored. */
export function toFault(error: unknown): EngineFault {
  const type = typeof error === 'object' && error !== null ? (error as { type?: unknown }).type : undefined;
  const status = STATUSES.get(type);
  return status === undefined ? new EngineFault('broken') : new EngineFault('status', { status });
}
