import { ApiError, OAuthError, type Operation } from '@svc/contract';
import { sendJson, type ErrorRendering, type Exchange } from '#exchange';
import { describeError, type Log } from '#kit';
import { renderError, type RenderedError } from './error-body.ts';
import { hasFlatErrors, renderOAuthError } from './oauth-error-body.ts';

/** Turns causes into answers and notes the service's own failures. `toApiError` knows every room's faults; this room knows none. */
export function createErrorRendering(log: Log, toApiError: (cause: unknown, exchange: Exchange) => ApiError): ErrorRendering {
  const note = (requestId: string, error: ApiError): void => {
    if (error.status < 500) return;
    log.warn({ request_id: requestId, code: error.code, cause: describeError(error.options.cause ?? error) }, 'request failed');
  };
  const render = (exchange: Exchange, cause: unknown): RenderedError => {
    if (cause instanceof OAuthError) return renderOAuthError(cause);
    const error = toApiError(cause, exchange);
    note(exchange.requestId, error);
    if (hasFlatErrors(exchange.operation)) return renderOAuthError(error);
    return renderError(error, exchange.requestId, { repeatsRequestId: repeatsRequestId(exchange.operation) });
  };
  return {
    send(exchange, cause) {
      const rendered = render(exchange, cause);
      exchange.errorCode = rendered.code;
      if (exchange.response.headersSent || exchange.gone) {
        exchange.response.destroy();
        return;
      }
      sendJson(exchange, rendered.status, rendered.body, rendered.headers);
    },
    late(exchange, cause) {
      const error = toApiError(cause, exchange);
      exchange.errorCode = error.code;
      note(exchange.requestId, error);
      // Messages says what happened (D-14); live chat knows one word for it (D-30).
      if (repeatsRequestId(exchange.operation)) return renderError(error, exchange.requestId, { repeatsRequestId: true }).body;
      return renderError(new ApiError('stream_error'), exchange.requestId).body;
    },
  };
}

/** Messages and embeddings repeat the id beside `error` (D-20); chat and models do not. */
function repeatsRequestId(operation: Operation): boolean {
  return operation.path === '/v1/messages' || operation.path === '/v1/embeddings';
}
