import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pdf } from '../documents/pdf.ts';

const CHUNK_BYTES = 65_536;
const BOUNDARY = 'traffic';

/** A file and the name of its upload, by which a repetition is known. */
export interface FileToUpload {
  readonly name: string;
  readonly purpose: 'code_input' | 'document';
  readonly bytes: Buffer;
  readonly idempotencyKey: string;
}

/** Bytes of any size, or a document that takes a moment to prepare. */
export function randomFile(mostBytes: number): FileToUpload {
  const isDocument = randomInt(3) === 0;
  return {
    name: `${randomUUID()}${isDocument ? '.pdf' : '.bin'}`,
    purpose: isDocument ? 'document' : 'code_input',
    bytes: isDocument
      ? pdf(Array.from({ length: 1 + randomInt(20) }, (_, page) => `page ${page} ${randomUUID()}`))
      : randomBytes(1 + randomInt(mostBytes)),
    idempotencyKey: randomUUID(),
  };
}

/** Sends an upload, a chunk every few milliseconds, so that there is always one in the middle. Rejects when the service goes away. */
export function sendUpload(url: string, key: string, file: FileToUpload, pauseMs: number): Promise<Response> {
  return fetch(`${url}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'idempotency-key': file.idempotencyKey,
    },
    body: Readable.toWeb(Readable.from(formOf(file, pauseMs))),
    // Which streams need, and the types of the browser do not know.
    duplex: 'half',
  } as RequestInit);
}

async function* formOf({ name, purpose, bytes }: FileToUpload, pauseMs: number): AsyncGenerator<Buffer> {
  const part = (head: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  yield Buffer.from(`${part('name="purpose"')}${purpose}\r\n${part(`name="file"; filename="${name}"`)}`);
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
    if (pauseMs > 0) await delay(pauseMs);
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}
