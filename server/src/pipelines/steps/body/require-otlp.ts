import { ApiError } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import type { OtlpEncoding } from '#features/code-telemetry';

const ENCODINGS: Readonly<Record<string, OtlpEncoding>> = {
  'application/json': 'json',
  'application/x-protobuf': 'protobuf',
};
const CODINGS: readonly string[] = ['identity', 'gzip'];

/** The headers declare what exporters of OTLP send. The refusal names the header (D-ERR-6). */
export const requireOtlp: Step<HttpExchange> = (exchange) => {
  if (otlpEncoding(exchange) === undefined)
    throw new ApiError('invalid_request', {
      param: 'Content-Type',
      message:
        'Send metrics of OTLP with the header Content-Type: application/json or application/x-protobuf.',
    });
  if (!CODINGS.includes(contentCoding(exchange)))
    throw new ApiError('invalid_request', {
      param: 'Content-Encoding',
      message: 'Send the body plain or with Content-Encoding: gzip.',
      headers: { 'accept-encoding': CODINGS.toReversed().join(', ') },
    });
};

export function otlpEncoding({ request }: HttpExchange): OtlpEncoding | undefined {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  return Object.hasOwn(ENCODINGS, type) ? ENCODINGS[type] : undefined;
}

/** In lower case. */
export function contentCoding({ request }: HttpExchange): string {
  return request.headers['content-encoding']?.toLowerCase() ?? 'identity';
}
