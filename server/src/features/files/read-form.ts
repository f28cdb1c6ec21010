import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '@svc/contract';

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1000,
  fields: 10,
  files: 2,
  parts: 12,
  headerPairs: 20,
  headerSize: 8192,
} as const;

/** Told of the parts of a form as they come. Refuses by throwing. */
export interface FormReceiver {
  field(name: string, value: string): void;
  /** The next part comes when the bytes were read to their end. */
  file(name: string, filename: string, bytes: Readable): Promise<void>;
}

/**
 * Reads a `multipart/form-data` body. Rejects with 400 for one that is none, that is cut or has too many parts, and as the receiver does.
 * What is left of a refused body is read and thrown away: a connection that is closed on a sender loses it the answer.
 */
export async function readForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  receiver: FormReceiver,
): Promise<void> {
  const form = openForm(body, headers);
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>();
  const files: Promise<void>[] = [];
  const streams: Readable[] = [];
  form.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) return reject(invalid(name, `The part ${name} is too long.`));
    try {
      receiver.field(name, value);
    } catch (error) {
      reject(error);
    }
  });
  form.on('file', (name, bytes, filename) => {
    // The parser tells it of the end of the form even when nobody reads it any more.
    bytes.on('error', () => undefined);
    const taken = receiver.file(name, filename, bytes);
    files.push(taken);
    streams.push(bytes);
    taken.catch((error: unknown) => {
      reject(error);
      bytes.destroy();
    });
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    form.on(limit, () => reject(malformed('The form has too many parts.')));
  form.on('finish', resolve).on('error', reject);
  body
    .on('error', reject)
    .on('close', () => body.readableEnded || reject(malformed('The body ended too early.')));
  try {
    body.pipe(form);
    await parsed;
    await Promise.all(files);
  } catch (error) {
    throw error instanceof ApiError || !isOfForm(error) ? error : malformed('The form is not complete.');
  } finally {
    body.unpipe(form);
    form.destroy();
    body.resume();
    // Nobody works on a part any more when this is over.
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(files);
  }
}

function openForm(body: Readable, headers: IncomingHttpHeaders): BusboyInstance {
  const type = headers['content-type'] ?? '';
  try {
    if (!/^multipart\/form-data\s*;/i.test(type)) throw malformed('Send the file as multipart/form-data.');
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: LIMITS });
  } catch (error) {
    body.resume();
    throw error instanceof ApiError ? error : malformed('The boundary of the form is missing or not valid.');
  }
}

/** What the parser throws is a plain Error without a code; those of the body and of the storage are not. */
function isOfForm(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error);
}

function malformed(message: string): ApiError {
  return new ApiError('invalid_request', { message });
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
