import { gunzipSync } from 'node:zlib';
import { ApiError } from '@svc/contract';
import { tooLarge } from '#exchange';

/** Decompresses a body. The limit is that of a plain one: few bytes may stand for gigabytes. Throws 413, and 400 for what is not gzip. */
export function inflateBody(bytes: Uint8Array, limitBytes: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limitBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes);
    throw new ApiError('invalid_request', {
      param: 'Content-Encoding',
      message: 'The body is not compressed with gzip as its header says.',
      cause,
    });
  }
}
