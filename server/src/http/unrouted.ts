import {
  ApiError,
  ERRORS,
  unknownPathError,
  unroutedPath,
  type ErrorName,
  type RequestedOperation,
} from '@svc/contract';
import type { RouteTable } from './routes.ts';

/** Browsers are led to the Console; programs learn where things are. */
const HOME =
  'There is nothing at this path. The API begins at /v1, its documentation is at /docs and the Console at /console.';

/**
 * Stands for requests that match no operation, so that their errors are rendered like any other. Its path is
 * a fixed name for the log and the metrics, which must not contain caller input.
 */
export function unroutedOperation(path: string): RequestedOperation {
  const { errorStyle, browserAccess, requestIdHeader } = unroutedPath(path);
  const about = { credential: 'none', status: 'live', errors: [] } as const;
  return {
    id: 'unrouted',
    method: 'GET',
    path: 'unrouted',
    errorStyle,
    browserAccess,
    ...(requestIdHeader === undefined ? {} : { requestIdHeader }),
    ...about,
  };
}

/** 405 with `Allow`, or 404, for a method and path without an operation (D-02). */
export function unroutedRefusal(table: RouteTable, method: string, path: string): ApiError {
  const allowed = table.methodsOf(path);
  if (allowed.length > 0) return refusal('method_not_allowed', allowed.join(', '));
  if (path === '/' && method === 'GET') return new ApiError('not_found', { message: HOME });
  const name =
    method === 'TRACE' || method === 'CONNECT' ? 'method_not_allowed' : unknownPathError(path, method);
  return refusal(name, '');
}

/** Every 405 has `Allow`, which is empty if the path has no methods. */
function refusal(name: ErrorName, allow: string): ApiError {
  return new ApiError(name, ERRORS[name].status === 405 ? { headers: { allow } } : {});
}
