import type { ApiError } from '@svc/contract';
import type { ErrorRenderer, Exchange } from '#exchange';
import { toTimestamp } from '#kit';
import { vendorRate } from './vendor-rate.ts';
import { interrupted } from './interrupted.ts';
import { vendorHeaders, vendorErrorKind, type VendorErrorKind } from './vendor-error-kind.ts';
import { unknownPathMessage } from './unknown-path.ts';

interface AnthropicError {
  readonly status?: number;
  readonly type: string;
}

/** Absent status: our own. */
const ERRORS_BY_KIND: Readonly<Record<VendorErrorKind, AnthropicError>> = {
  authentication: { type: 'authentication_error' },
  quota: { type: 'billing_error' },
  permission: { type: 'permission_error' },
  unknown_model: { type: 'not_found_error' },
  unknown_path: { type: 'not_found_error' },
  not_found: { type: 'not_found_error' },
  method: { type: 'invalid_request_error' },
  context_length: { type: 'invalid_request_error' },
  invalid: { status: 400, type: 'invalid_request_error' },
  too_large: { type: 'request_too_large' },
  too_many_items: { status: 400, type: 'invalid_request_error' },
  rate: { type: 'rate_limit_error' },
  // Clients fall back to another model on this one.
  busy: { status: 529, type: 'overloaded_error' },
  timeout: { type: 'timeout_error' },
  slow_request: { type: 'timeout_error' },
  conflict: { type: 'conflict_error' },
  failure: { status: 500, type: 'api_error' },
};

function messageOf(error: ApiError, kind: VendorErrorKind, exchange: Exchange): string {
  const { param, vendor } = error.options;
  if (kind === 'unknown_path') return unknownPathMessage(exchange, 'anthropic');
  // Clients look for these words to shorten the conversation.
  if (kind === 'context_length' && vendor?.prompt)
    return `prompt is too long: ${vendor.prompt.tokens} tokens > ${vendor.prompt.mostTokens} maximum`;
  if (kind === 'context_length') return `prompt is too long. ${error.message}`;
  const isNamed = param === undefined || error.message.includes(param);
  return isNamed ? error.message : `${param}: ${error.message}`;
}

function rateHeaders(error: ApiError, { receivedAtMs }: Exchange): string[] {
  const rate = vendorRate(error);
  if (!rate) return [];
  const name = `anthropic-ratelimit-${rate.measure.replace('_', '-')}`;
  const reset = toTimestamp(receivedAtMs + rate.resetSeconds * 1000);
  return [`${name}-limit`, rate.limit, `${name}-remaining`, '0', `${name}-reset`, reset];
}

/** The errors of Anthropic's protocol (COMPE-01 to COMPE-15). */
export const ANTHROPIC_ERRORS: ErrorRenderer = {
  late: interrupted,
  render(error, exchange) {
    const kind = vendorErrorKind(error);
    const { status = error.status, type } = ERRORS_BY_KIND[kind];
    const { details } = error.options.vendor ?? {};
    const message = messageOf(error, kind, exchange);
    return {
      status,
      code: error.code,
      body: JSON.stringify({
        type: 'error',
        error: { type, message, ...(details && { details }) },
        request_id: exchange.requestId,
      }),
      headers: [...vendorHeaders(error, kind), ...rateHeaders(error, exchange)],
    };
  },
};
