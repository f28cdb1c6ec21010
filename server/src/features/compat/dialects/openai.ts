import { ApiError } from '@svc/contract';
import type { ErrorRenderer, RenderedError } from '#exchange';
import { vendorRate } from './vendor-rate.ts';
import { interrupted } from './interrupted.ts';
import { vendorHeaders, vendorErrorKind, type VendorErrorKind } from './vendor-error-kind.ts';
import { unknownPathMessage } from './unknown-path.ts';

/** How the endpoints of this vendor differ among themselves. */
interface OpenAiDialect {
  /** Clients give up on 400 and repeat what else they do not know. */
  readonly isResponses: boolean;
}

interface OpenAiError {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param?: string;
}

const INVALID = 'invalid_request_error';

function describe(error: ApiError, kind: VendorErrorKind, { isResponses }: OpenAiDialect): OpenAiError {
  const { status, code: own } = error;
  const code = error.options.vendor?.code ?? own;
  const items = isResponses ? 'input' : 'messages';
  switch (kind) {
    case 'authentication':
      return { status, type: INVALID, code: 'invalid_api_key' };
    case 'quota':
      // 402 is repeated by clients that do not know it.
      return { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' };
    case 'unknown_model':
      return { status: isResponses ? 400 : status, type: INVALID, code, param: 'model' };
    case 'unknown_path':
      return { status, type: INVALID, code: 'unknown_url' };
    case 'context_length':
      return { status, type: INVALID, code, param: items };
    case 'too_large':
      return { status: isResponses ? 400 : status, type: INVALID, code: 'request_too_large' };
    case 'too_many_items':
      return { status: 400, type: INVALID, code: 'array_above_max_length', param: items };
    case 'rate':
      return { status, type: rateUnit(error), code: 'rate_limit_exceeded' };
    case 'busy':
      return { status: 503, type: 'server_error', code: 'service_unavailable' };
    case 'timeout':
      return { status, type: 'server_error', code: null };
    case 'failure':
      return { status, type: 'server_error', code: error.catalogName === 'stream_error' ? code : null };
    case 'invalid':
      return { status: 400, type: INVALID, code };
    default:
      return { status, type: INVALID, code };
  }
}

/** What all endpoints share calls the list of turns by the name it has on most of them. */
function paramOf({ options: { param } }: ApiError, { isResponses }: OpenAiDialect): string | undefined {
  return isResponses && param === 'messages' ? 'input' : param;
}

function rateUnit(error: ApiError): 'requests' | 'tokens' {
  const { measure = 'requests' } = vendorRate(error) ?? {};
  return measure === 'requests' ? measure : 'tokens';
}

function rateHeaders(error: ApiError): string[] {
  const rate = vendorRate(error);
  if (!rate) return [];
  const unit = rateUnit(error);
  return [
    `x-ratelimit-limit-${unit}`,
    rate.limit,
    `x-ratelimit-remaining-${unit}`,
    '0',
    `x-ratelimit-reset-${unit}`,
    toDuration(rate.resetSeconds),
  ];
}

/** As `1s` or `6m0s`. */
function toDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}

/** The errors of OpenAI's protocol (COMPE-01 to COMPE-15). */
export function openAiErrors(dialect: OpenAiDialect): ErrorRenderer {
  return {
    render(error, exchange): RenderedError {
      const kind = vendorErrorKind(error);
      const { status, type, code, param } = describe(error, kind, dialect);
      const message = kind === 'unknown_path' ? unknownPathMessage(exchange, 'openai') : error.message;
      return {
        status,
        code: error.code,
        body: JSON.stringify({
          error: { message, type, param: paramOf(error, dialect) ?? param ?? null, code },
        }),
        headers: [...vendorHeaders(error, kind), ...rateHeaders(error)],
      };
    },
    late: dialect.isResponses ? interrupted : () => new ApiError('stream_error'),
  };
}
