import { ApiError, type ErrorName } from '@svc/contract';
import { StoreUnavailable } from '#store';

/** What a live call would be refused with until it is over. */
const OUTAGES: ReadonlySet<ErrorName> = new Set([
  'usage_check_unavailable',
  'plan_check_unavailable',
  'authorization_unavailable',
  'temporarily_unavailable',
]);

/** Whether a call failed because a dependency of the service is unavailable. */
export function isOutage(cause: unknown): boolean {
  return cause instanceof StoreUnavailable || (cause instanceof ApiError && OUTAGES.has(cause.catalogName));
}
