import { ERRORS, OAuthError, type ApiError } from '@svc/contract';
import type { RenderedError } from '#exchange';

/**
 * OAuth's flat form (D-68, RFC 6749 §5.2). Errors of any request that have no OAuth code get the nearest one,
 * with their usual status.
 */
export function renderOAuthError(error: OAuthError | ApiError): RenderedError {
  const { status } = error;
  const code = error instanceof OAuthError ? error.code : codeOf(status);
  const headers = ['cache-control', 'no-store'];
  if (!(error instanceof OAuthError)) {
    const retryAfter = error.retryAfterSeconds;
    if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
    for (const [name, value] of Object.entries({
      ...ERRORS[error.catalogName].headers,
      ...error.options.headers,
    }))
      headers.push(name, value);
  }
  return { status, code, headers, body: JSON.stringify({ error: code, error_description: error.message }) };
}

function codeOf(status: number): string {
  if (status === 429) return 'slow_down';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
