import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '#kit';
import type { AnswerPlace } from './store.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key of its own from the data key (D-GEN-9). An answer opens only in the place it was kept for. */
export class AnswerSeal {
  readonly #key: Buffer;

  constructor(dataKey: Secret) {
    this.#key = Buffer.from(hkdfSync('sha256', Buffer.from(dataKey.reveal(), 'base64'), '', 'svc idempotent answers', KEY_BYTES));
  }

  close(text: string, place: AnswerPlace): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(JSON.stringify(place)));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, place: AnswerPlace): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(JSON.stringify(place))).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
