import { type ApiError, ERRORS, typeForStatus, type ErrorBody } from '@svc/contract';
import type { RenderedError } from '#exchange';

/**
 * The one place that turns an error into bytes (inference contract §7.1). The message comes from the
 * catalog by name, extra fields come from the thrower, and nothing comes from the cause.
 */
export function renderError(
  error: ApiError,
  requestId: string,
  options: { repeatsRequestId?: boolean } = {},
): RenderedError {
  const entry = ERRORS[error.catalogName];
  const { extra, param, headers: own } = error.options;
  const retryAfter = error.retryAfterSeconds;
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
