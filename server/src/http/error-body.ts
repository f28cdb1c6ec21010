import { type ApiError, ERRORS, typeForStatus, type ErrorBody } from '@svc/contract';

export interface RenderedError {
  readonly status: number;
  readonly code: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/**
 * The one place an error becomes bytes (inference contract §7.1). Words come from the catalogue by name, extras from the
 * thrower, and nothing from the cause.
 */
export function renderError(
  error: ApiError,
  requestId: string,
  options: { repeatsRequestId?: boolean } = {},
): RenderedError {
  const entry = ERRORS[error.catalogName];
  const { extra, param, headers: own } = error.options;
  const retryAfter = error.options.retryAfterSeconds ?? entry.retryAfterSeconds;
  const body: ErrorBody = {
    error: {
      type: typeForStatus(entry.status),
      code: entry.code,
      message: error.message,
      param: param ?? null,
      request_id: requestId,
      ...extra,
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      ...(entry.extra?.includes('retry_after_seconds') && retryAfter !== undefined
        ? { retry_after_seconds: retryAfter }
        : {}),
    },
    ...(options.repeatsRequestId ? { request_id: requestId } : {}),
  };
  const headers = ['cache-control', 'no-store'];
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  for (const [name, value] of Object.entries({ ...entry.headers, ...own })) headers.push(name, value);
  return { status: entry.status, code: entry.code, body: JSON.stringify(body), headers };
}
