import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError } from '@svc/contract';
import { tooLarge, type HttpExchange, type Step } from '#exchange';
import { contentCoding } from './require-otlp.ts';

const unzip = promisify(gunzip);

/** Decompresses the body where it is compressed. The limit is that of a plain body: few bytes may stand for gigabytes. */
export function unzipBody(limitBytes: () => number): Step<HttpExchange> {
  return async (exchange) => {
    if (exchange.bytes === undefined || contentCoding(exchange) !== 'gzip') return;
    try {
      exchange.bytes = await unzip(exchange.bytes, { maxOutputLength: limitBytes() });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes());
      throw new ApiError('invalid_request', {
        param: 'Content-Encoding',
        message: 'The body is not compressed with gzip as its header says.',
        cause,
      });
    }
  };
}
