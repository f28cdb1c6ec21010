import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Secret } from '#kit';

const TOKEN = /^svc_refresh_([0-9a-z]{26})_(\d{1,9})_([0-9a-f]{64})$/;
const SESSION_PREFIX = 'sess_';

export interface RefreshTokenContent {
  readonly sessionId: string;
  readonly number: number;
}

/**
 * Refresh tokens say which session they belong to and the how-manieth they are, under a keyed digest. Nothing of them is
 * stored, a used one is known for what it is however old, and a reply that was lost can be given again (D-68).
 */
export class RefreshTokens {
  readonly #key: Buffer;

  constructor(dataKey: Secret) {
    this.#key = deriveKey(dataKey, 'svc refresh tokens');
  }

  make({ sessionId, number }: RefreshTokenContent): string {
    return `svc_refresh_${sessionId.slice(SESSION_PREFIX.length)}_${number}_${this.#digest(sessionId, number).toString('hex')}`;
  }

  /** Undefined for what this service did not make. */
  read(token: string): RefreshTokenContent | undefined {
    const match = TOKEN.exec(token);
    if (!match) return undefined;
    const content = { sessionId: SESSION_PREFIX + match[1]!, number: Number(match[2]) };
    const digest = this.#digest(content.sessionId, content.number);
    return timingSafeEqual(digest, Buffer.from(match[3]!, 'hex')) ? content : undefined;
  }

  #digest(sessionId: string, number: number): Buffer {
    return createHmac('sha256', this.#key).update(`${sessionId} ${number}`).digest();
  }
}
