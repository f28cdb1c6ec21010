/**
 * What standard base64 without whitespace stands for; no bytes where it is anything else. Node's decoder skips invalid characters, so the
 * length reveals whether it did.
 */
export function decodeBase64(data: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(data, 'base64');
  return bytes.length === Buffer.byteLength(data, 'base64') ? bytes : Buffer.alloc(0);
}
