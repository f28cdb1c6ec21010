import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { TAG_BYTES } from './blob-format.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const INDEX_OFFSET = 7;
const LAST_OFFSET = 11;
/** Encrypted at a time. The C library allocates buffers of 128 KB or more from the kernel each time, page by page. */
const STEP_BYTES = 64 * 1024;

/**
 * Encrypts the chunks of one blob with the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce is the number of the
 * chunk and whether it is the last. Each blob has its own key, so no nonce is reused. The header is authenticated with each chunk.
 */
export class ChunkCipher {
  readonly #key: KeyObject;
  readonly #headerDigest: Buffer;

  /** `key`: 32 random bytes of this blob only. */
  constructor(key: Buffer, header: Buffer) {
    this.#key = createSecretKey(key);
    this.#headerDigest = hash('sha256', header, 'buffer');
  }

  /** The chunk and its tag. `content` may be reused afterwards. */
  seal(content: Buffer, index: number, isLast: boolean): Buffer[] {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce(index, isLast)).setAAD(this.#headerDigest);
    const sealed: Buffer[] = [];
    for (let offset = 0; offset < content.length; offset += STEP_BYTES)
      sealed.push(cipher.update(content.subarray(offset, offset + STEP_BYTES)));
    cipher.final();
    sealed.push(cipher.getAuthTag());
    return sealed;
  }

  /** Throws if the chunk was modified or moved. `sealed` may be reused afterwards. */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer {
    const tagOffset = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce(index, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.#headerDigest).setAuthTag(sealed.subarray(tagOffset));
    const content = decipher.update(sealed.subarray(0, tagOffset));
    decipher.final();
    return content;
  }
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(NONCE_BYTES);
  bytes.writeUInt32BE(index, INDEX_OFFSET);
  bytes[LAST_OFFSET] = isLast ? 1 : 0;
  return bytes;
}
