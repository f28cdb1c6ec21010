import { invalidSource } from './refusals.ts';

/** Standard base64 without spaces. Node's decoder skips what it does not know, so the length tells whether it did. */
export function decodeBase64(data: string, path: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0 || bytes.length !== Buffer.byteLength(data, 'base64'))
    throw invalidSource(path, 'The data in the source is not valid base64. Encode the bytes of the file without line breaks.');
  return bytes;
}
