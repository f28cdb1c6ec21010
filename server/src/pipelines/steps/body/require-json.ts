import { ApiError } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/**
 * Step 6 (D-01): the headers declare plain, uncompressed UTF-8 JSON (D-05, D-06). The refusal names the
 * header (D-ERR-6).
 */
export const requireJson: Step<HttpExchange> = ({ request }) => {
  const type = request.headers['content-type'];
  if (type !== 'application/json' && type !== 'application/json; charset=utf-8' && !isJsonType(type)) {
    throw new ApiError('invalid_request', {
      param: 'Content-Type',
      message: 'Send the body as JSON with the header Content-Type: application/json.',
    });
  }
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new ApiError('invalid_request', {
      param: 'Content-Encoding',
      message: 'Compressed bodies are not supported; send the body without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    });
  }
};

function isJsonType(header: string | undefined): boolean {
  const [type, ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}
