import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '@svc/contract';
import { ByteCollector } from '#kit';
import { BodyCut, FormBody } from './form-body.ts';
import { parsePart } from './form-part.ts';

const MAX_FIELDS = 10;
const MAX_FILES = 2;
const MAX_PARTS = 12;
/** Room for a file name that is far too long, so that the error can name it. */
const HEAD_BYTES = 16_384;
const FIELD_BYTES = 8192;

const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s";,]+))/i;
/** Allowed boundaries, by RFC 2046. */
const BOUNDARY_CHARACTERS = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** Receives the parts of a form as they arrive. Throws to refuse. */
export interface FormReceiver {
  field(name: string, value: string): void;
  /** Must read all bytes. The next part follows when this resolves. */
  file(name: string, filename: string, bytes: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Reads a `multipart/form-data` body. Rejects with 400 for an invalid or truncated one and for too many parts, and with the receiver's error.
 * The rest of a refused body is read and discarded: a client whose connection is closed while it sends may lose the response.
 */
export async function readForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  receiver: FormReceiver,
): Promise<void> {
  // Not destroyed on exit, because the rest of it is discarded.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    const boundary = requireBoundary(headers['content-type'] ?? '');
    // The first delimiter has no line break before it.
    await readParts(new FormBody(chunks, '\r\n'), Buffer.from(`\r\n--${boundary}`), receiver);
  } catch (error) {
    throw error instanceof BodyCut ? malformed('The form is not complete.') : error;
  } finally {
    await chunks.return?.();
    body.resume();
  }
}

function requireBoundary(type: string): string {
  if (!/^multipart\/form-data\s*;/i.test(type)) throw malformed('Send the file as multipart/form-data.');
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain ?? '';
  if (!BOUNDARY_CHARACTERS.test(boundary))
    throw malformed('The boundary of the form is missing or not valid.');
  return boundary;
}

async function readParts(body: FormBody, delimiter: Buffer, receiver: FormReceiver): Promise<void> {
  const left = { field: MAX_FIELDS, file: MAX_FILES, part: MAX_PARTS };
  const count = (kind: keyof typeof left): void => {
    if (left[kind]-- === 0) throw malformed('The form has too many parts.');
  };
  for await (const _preamble of body.until(delimiter));
  while (await isFollowed(body)) {
    count('part');
    const head = await collect(body.until(HEAD_END), HEAD_BYTES);
    if (!head) throw malformed('The head of a part is too long.');
    const part = await parsePart(head, Buffer.alloc(0));
    const bytes = body.until(delimiter);
    if (!part) {
      for await (const _skipped of bytes);
      continue;
    }
    count(part.kind);
    if (part.kind === 'file') await receiver.file(part.name, part.filename, bytes);
    else await readField(head, part.name, bytes, receiver);
  }
  await body.drain();
}

/** Whether a part follows a delimiter, and not the end of the form. */
async function isFollowed(body: FormBody): Promise<boolean> {
  const next = await body.take(LINE_END.length);
  if (next.equals(LINE_END)) return true;
  if (next.toString('latin1') === '--') return false;
  throw malformed('A boundary of the form is not followed by a line end.');
}

async function readField(
  head: Buffer,
  name: string,
  bytes: AsyncIterable<Buffer>,
  receiver: FormReceiver,
): Promise<void> {
  const content = await collect(bytes, FIELD_BYTES);
  if (!content)
    throw new ApiError('invalid_parameter', { param: name, message: `The part ${name} is too long.` });
  const part = await parsePart(head, content);
  if (part?.kind === 'field') receiver.field(part.name, part.value);
}

/** Undefined for more than the limit. */
async function collect(chunks: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer | undefined> {
  const collector = new ByteCollector(limitBytes);
  for await (const chunk of chunks) if (!collector.add(chunk)) return undefined;
  return collector.take();
}

function malformed(message: string): ApiError {
  return new ApiError('invalid_request', { message });
}
