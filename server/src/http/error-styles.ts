import { ApiError, CHAT_EXTENSIONS_BETA, HEADERS, type ErrorName, type ErrorStyle } from '@svc/contract';
import type { Exchange } from '#exchange';
import { renderError, type RenderedError } from './error-body.ts';
import { renderOAuthError } from './oauth-error-body.ts';

/** How errors look on operations of one style. */
interface ErrorRenderer {
  render(error: ApiError, exchange: Exchange): RenderedError;
  /** What a broken stream ends with, whatever broke it. Absent: with the error itself. */
  readonly late?: ErrorName;
}

/** The one place that knows how styles differ; which operation has which is the contract's to say. */
export const ERROR_STYLES: Readonly<Record<ErrorStyle, ErrorRenderer>> = {
  standard: { render: (error, { requestId }) => renderError(error, requestId) },
  chat: {
    render: (error, exchange) =>
      renderError(namesField(error, exchange) ? error : withoutField(error), exchange.requestId),
    late: 'stream_error',
  },
  messages: { render: (error, { requestId }) => renderError(error, requestId, { repeatsRequestId: true }) },
  oauth: { render: (error) => renderOAuthError(error) },
};

/** Live chat names headers and no fields (ERR-06, D-16); with its additions it names both (D-33). */
function namesField({ options: { param } }: ApiError, { betas }: Exchange): boolean {
  return param === undefined || param === HEADERS.beta || betas.includes(CHAT_EXTENSIONS_BETA);
}

function withoutField(error: ApiError): ApiError {
  const { param: _param, ...options } = error.options;
  return new ApiError(error.catalogName, options);
}
