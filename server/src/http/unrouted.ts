import {
  ApiError,
  ERRORS,
  unknownPathError,
  unroutedPath,
  type ErrorName,
  type Operation,
} from '@svc/contract';
import type { RouteTable } from './routes.ts';

/**
 * Stands for requests that match no operation, so that refusals are rendered like any other. Its own path is a name for the log and
 * the metrics: neither may hold what a caller made up.
 */
export function unroutedOperation(path: string): Operation {
  const { errorStyle, browserAccess } = unroutedPath(path);
  const about = { credential: 'none', status: 'live', tag: 'Tools', offered: false } as const;
  return { id: 'unrouted', method: 'GET', path: 'unrouted', errorStyle, browserAccess, ...about };
}

/** 405 with `Allow`, or 404, for a method and path that are no operation (D-02). */
export function unroutedRefusal(table: RouteTable, method: string, path: string): ApiError {
  const allowed = table.methodsOf(path);
  if (allowed.length > 0) return refusal('method_not_allowed', allowed.join(', '));
  const name =
    method === 'TRACE' || method === 'CONNECT' ? 'method_not_allowed' : unknownPathError(path, method);
  return refusal(name, '');
}

/** Every 405 has `Allow`, an empty one where the path knows no method. */
function refusal(name: ErrorName, allow: string): ApiError {
  return new ApiError(name, ERRORS[name].status === 405 ? { headers: { allow } } : {});
}
