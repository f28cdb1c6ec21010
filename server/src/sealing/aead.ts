import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What stands between the mark and the content. */
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;
const BYTES_PER_YIELD = 1_048_576;

/** Sealed content, the key it needs, and where its nonce begins: after a mark, or at 0. */
export interface Sealed {
  readonly key: KeyObject;
  readonly bytes: Buffer;
  readonly offset: number;
}

/** AES-256-GCM: the mark, the nonce, the tag, the content. What was encrypted is decrypted only with the same `aad`. */
export function encrypt(key: KeyObject, mark: Buffer, content: string | Uint8Array, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(aad));
  const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
  cipher.final();
  return Buffer.concat([mark, nonce, cipher.getAuthTag(), body]);
}

/** The same for what takes long: yields to other work after each megabyte. */
export async function encryptYielding(
  key: KeyObject,
  mark: Buffer,
  content: Uint8Array,
  aad: string,
): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(aad));
  const start = mark.length + HEAD_BYTES;
  const sealed = Buffer.allocUnsafe(start + content.length);
  mark.copy(sealed);
  nonce.copy(sealed, mark.length);
  for (let at = 0; at < content.length; at += BYTES_PER_YIELD) {
    if (at > 0) await setImmediate();
    cipher.update(content.subarray(at, at + BYTES_PER_YIELD)).copy(sealed, start + at);
  }
  cipher.final();
  cipher.getAuthTag().copy(sealed, mark.length + NONCE_BYTES);
  return sealed;
}

/** Throws when it was encrypted with another key or `aad`, or changed since. */
export function decrypt(sealed: Sealed, aad: string): Buffer {
  const cipher = decipher(sealed, aad);
  const content = cipher.update(sealed.bytes.subarray(sealed.offset + HEAD_BYTES));
  cipher.final();
  return content;
}

/** The same for what takes long: yields to other work after each megabyte. */
export async function decryptYielding(sealed: Sealed, aad: string): Promise<Buffer> {
  const cipher = decipher(sealed, aad);
  const { bytes, offset } = sealed;
  const start = offset + HEAD_BYTES;
  const content = Buffer.allocUnsafe(bytes.length - start);
  for (let at = 0; at < content.length; at += BYTES_PER_YIELD) {
    if (at > 0) await setImmediate();
    cipher.update(bytes.subarray(start + at, start + at + BYTES_PER_YIELD)).copy(content, at);
  }
  cipher.final();
  return content;
}

function decipher({ key, bytes, offset }: Sealed, aad: string): DecipherGCM {
  const tag = offset + NONCE_BYTES;
  return createDecipheriv(ALGORITHM, key, bytes.subarray(offset, tag), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(tag, tag + TAG_BYTES));
}
