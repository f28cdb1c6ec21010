import {
  ApiError,
  CHAT_EXTENSIONS_BETA,
  HEADERS,
  type CompatErrorStyle,
  type ErrorStyle,
} from '@svc/contract';
import type { ErrorRenderer, Exchange } from '#exchange';
import { renderError } from './error-body.ts';
import { renderOAuthError } from './oauth-error-body.ts';
import { renderScimError } from './scim-error-body.ts';

export type OwnErrorStyle = Exclude<ErrorStyle, CompatErrorStyle>;

/** The only place that knows how our own styles differ. The contract assigns a style to each operation. */
export const ERROR_STYLES: Readonly<Record<OwnErrorStyle, ErrorRenderer>> = {
  standard: { render: (error, { requestId }) => renderError(error, requestId) },
  chat: {
    render: (error, exchange) =>
      renderError(namesField(error, exchange) ? error : withoutField(error), exchange.requestId),
    late: () => new ApiError('stream_error'),
  },
  messages: { render: (error, { requestId }) => renderError(error, requestId, { repeatsRequestId: true }) },
  oauth: { render: (error) => renderOAuthError(error) },
  scim: { render: (error) => renderScimError(error) },
};

/** Live chat names its flags and nothing else (ERR-06, D-16); with its extensions it names every field and header (D-33). */
function namesField({ options: { param } }: ApiError, { betas }: Exchange): boolean {
  return param === undefined || param === HEADERS.beta || betas.includes(CHAT_EXTENSIONS_BETA);
}

function withoutField(error: ApiError): ApiError {
  const { param: _param, ...options } = error.options;
  return new ApiError(error.catalogName, options);
}
