import { ApiError, isCapability, isSurface, type Capability, type Surface } from '@svc/contract';

export interface ListQuery {
  readonly includeUnavailable: boolean;
  readonly capabilities: readonly Capability[];
  readonly surface: Surface;
}

/** Query of the models list (inference contract §4.1). Unknown names are ignored, repeated single values refused (D-07). */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const capabilities = query.getAll('capability');
  if (!capabilities.every(isCapability)) throw new ApiError('invalid_capability', { param: 'capability' });
  return {
    includeUnavailable: parseIncludeUnavailable(query),
    capabilities,
    surface: parseSurface(query) ?? 'api',
  };
}

/** Exactly `true` or `false` (D-58). */
export function parseIncludeUnavailable(query: URLSearchParams): boolean {
  const value = single(query, 'include_unavailable');
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new ApiError('invalid_request', {
    param: 'include_unavailable',
    message: 'include_unavailable must be true or false.',
  });
}

export function parseSurface(query: URLSearchParams): Surface | undefined {
  const value = single(query, 'surface');
  if (value !== undefined && !isSurface(value)) throw new ApiError('invalid_surface', { param: 'surface' });
  return value;
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1)
    throw new ApiError('invalid_request', { param: name, message: `${name} may be given only once.` });
  return values[0];
}
