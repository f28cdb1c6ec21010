import { ApiError, type ErrorName, type Operation } from '@svc/contract';
import type { RouteTable } from './routes.ts';

/** Stands for requests that match no operation, so that refusals are rendered like any other. */
export function unroutedOperation(path: string): Operation {
  return { id: 'unrouted', method: 'GET', path, credential: 'none', status: 'live', tag: 'Tools', offered: false };
}

/** 405 with `Allow`, or 404, for a method and path that are no operation (D-02). */
export function unroutedRefusal(table: RouteTable, method: string, path: string): ApiError {
  const allowed = table.methodsOf(path);
  if (allowed.length > 0) return refusal('method_not_allowed', allowed.join(', '));
  if (path.startsWith('/v1/') && method === 'POST') return refusal('endpoint_not_supported', '');
  if (method === 'TRACE' || method === 'CONNECT') return refusal('method_not_allowed', '');
  return new ApiError('not_found');
}

function refusal(name: ErrorName, allow: string): ApiError {
  return new ApiError(name, { headers: { allow } });
}
