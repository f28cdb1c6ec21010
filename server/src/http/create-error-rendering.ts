import { ApiError, OAuthError } from '@svc/contract';
import type { ErrorRendering, Exchange } from '#exchange';
import { describeError, type Log } from '#kit';
import type { RenderedError } from './error-body.ts';
import { ERROR_STYLES } from './error-styles.ts';
import { renderOAuthError } from './oauth-error-body.ts';

/** Turns causes into answers and notes the service's own failures. `toApiError` knows every folder's faults; this one knows none. */
export function createErrorRendering(
  log: Log,
  toApiError: (cause: unknown, exchange: Exchange) => ApiError,
): ErrorRendering {
  const note = (requestId: string, error: ApiError): void => {
    if (error.status < 500) return;
    log.warn(
      { request_id: requestId, code: error.code, cause: describeError(error.options.cause ?? error) },
      'request failed',
    );
  };
  const render = (exchange: Exchange, cause: unknown): RenderedError => {
    if (cause instanceof OAuthError) return renderOAuthError(cause);
    const error = toApiError(cause, exchange);
    note(exchange.requestId, error);
    return ERROR_STYLES[exchange.operation.errorStyle].render(error, exchange);
  };
  return {
    send(exchange, cause) {
      const rendered = render(exchange, cause);
      exchange.errorCode = rendered.code;
      if (exchange.sink.begun || exchange.gone) {
        exchange.sink.destroy();
        return;
      }
      exchange.sink.json(rendered.status, rendered.body, rendered.headers);
    },
    late(exchange, cause) {
      const error = toApiError(cause, exchange);
      exchange.errorCode = error.code;
      note(exchange.requestId, error);
      // Messages says what happened (D-14); live chat knows one word for it (D-30).
      const style = ERROR_STYLES[exchange.operation.errorStyle];
      return style.render(style.late ? new ApiError(style.late) : error, exchange).body;
    },
  };
}
