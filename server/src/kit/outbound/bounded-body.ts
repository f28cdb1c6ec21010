import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errors } from 'undici';
import { OutboundError, type OutboundStep } from './outbound-error.ts';

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** Node's own codes of a handshake that failed, and OpenSSL's of a certificate that is not trusted. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|.*_CERT_|.*_CERT$|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

/** The codings `decoded` undoes, as a request header. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** Undoes one content coding. Several at once are refused: nobody sends them but to multiply a bomb. */
export function decoded(body: Readable, coding: string | undefined): Readable {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const decoder = DECODERS.get(name)?.();
  if (decoder === undefined) throw new OutboundError('unreachable', 'coding');
  // Errors of either end reach the reader through the decoder, which pipeline destroys with them.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** Any failure of a request as an OutboundError, without its text: that may name what was hit. */
export function toOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (signal.reason instanceof OutboundError) return signal.reason;
  if (error instanceof OutboundError) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError) return new OutboundError('too_large', 'size');
  return new OutboundError('unreachable', stepOf(error));
}

function stepOf(error: unknown): OutboundStep {
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'response';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TLS_CODE.test(code) ? 'tls' : 'connect';
}

/** Passes bytes on as they come and fails once there are more than `limitBytes`. `ended` runs once, however it ends. */
export async function* boundedBody(
  source: Readable,
  limitBytes: number,
  signal: AbortSignal,
  ended: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw new OutboundError('too_large', 'size');
      yield chunk;
    }
  } catch (error) {
    throw toOutboundError(error, signal);
  } finally {
    ended();
  }
}
