import { OAuthError, type ApiError, type CompatErrorStyle } from '@svc/contract';
import type { ErrorRenderer, ErrorRendering, Exchange, LimitReached, RenderedError } from '#exchange';
import { describeError, type Log } from '#kit';
import { ERROR_STYLES, type OwnErrorStyle } from './error-styles.ts';
import { renderOAuthError } from './oauth-error-body.ts';

/**
 * Turns causes into error responses and logs the service's own failures. `toApiError` knows every folder's
 * errors; this function knows none. `dialectOf` renders for another vendor's protocol; without a dialect its errors are
 * those of paths that do not exist, in our own form.
 */
export function createErrorRendering(
  log: Log,
  toApiError: (cause: unknown, exchange: Exchange) => ApiError,
  dialectOf: (style: CompatErrorStyle) => ErrorRenderer | undefined = () => undefined,
): ErrorRendering {
  const rendererOf = ({ operation: { errorStyle } }: Exchange): ErrorRenderer =>
    errorStyle in ERROR_STYLES
      ? ERROR_STYLES[errorStyle as OwnErrorStyle]
      : (dialectOf(errorStyle as CompatErrorStyle) ?? ERROR_STYLES.standard);
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
    if (error.status === 429) exchange.limitReached = limitReachedOf(error);
    return rendererOf(exchange).render(error, exchange);
  };
  return {
    send(exchange, cause) {
      const rendered = render(exchange, cause);
      exchange.errorCode = rendered.code;
      if (exchange.sink.begun || exchange.disconnected) {
        exchange.sink.destroy();
        return;
      }
      exchange.sink.json(rendered.status, rendered.body, rendered.headers);
    },
    late(exchange, cause) {
      const error = toApiError(cause, exchange);
      exchange.errorCode = error.code;
      note(exchange.requestId, error);
      // Messages reports what happened (D-14); live chat has a single code for it (D-30).
      const style = rendererOf(exchange);
      return style.render(style.late?.(error) ?? error, exchange).body;
    },
  };
}

function limitReachedOf({ catalogName, options: { extra, vendor } }: ApiError): LimitReached {
  // Other refusals, such as a full engine, count nothing per minute.
  const measure = catalogName === 'rate_limited' ? (vendor?.measure ?? 'requests') : undefined;
  return { measure, scope: extra?.scope };
}
