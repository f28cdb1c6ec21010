import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Busboy } from '@fastify/busboy';

/** Secret, so that senders cannot put it into a part to end the part early. */
const BOUNDARY = randomBytes(18).toString('hex');
const LIMITS = { headerPairs: 20, headerSize: 8192 } as const;

export type FormPart =
  | { readonly kind: 'file'; readonly name: string; readonly filename: string }
  | { readonly kind: 'field'; readonly name: string; readonly value: string };

/** Describes one part of a form. Undefined for a part that is neither a field nor a file. `content`: of a field. */
export async function parsePart(head: Buffer, content: Buffer): Promise<FormPart | undefined> {
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    limits: LIMITS,
  });
  let part: FormPart | undefined;
  parser.on('field', (name, value) => {
    part = { kind: 'field', name, value };
  });
  parser.on('file', (name, bytes, filename) => {
    part = { kind: 'file', name, filename };
    bytes.resume();
  });
  parser.end(
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n`),
      head,
      Buffer.from('\r\n\r\n'),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  );
  await once(parser, 'finish');
  return part;
}
