import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReasoningKeys } from './reasoning-keys.ts';

const VERSION = 'v1';
const REPLY_BYTES = 14;
const NONCE_BYTES = 16;
const MODEL_CHARACTERS = 10;

/** What a genuine signature says of its block. */
export interface SignedReasoning {
  readonly model: string;
  /** Alike for all blocks of one reply. */
  readonly reply: string;
  /** Of the block among all blocks of the reply. */
  readonly position: number;
}

/** Stands for a model in signatures, which should not name it. */
export function modelNumber(modelId: string): string {
  return hash('sha256', modelId, 'base64url').slice(0, MODEL_CHARACTERS);
}

/** Signs the reasoning of one reply. */
export interface ReplySigner {
  sign(text: string, position: number): string;
}

/**
 * Signatures of reasoning blocks: `v1.<key>.<model>.<nonce>.<mac>` (D-45). The nonce is random for each reply and ends
 * in the block's position, so that blocks that were moved or taken out of a reply show without anything being stored.
 */
export class ReasoningSignatures {
  readonly #keys: ReasoningKeys;

  constructor(keys: ReasoningKeys) {
    this.#keys = keys;
  }

  newReply(organizationId: string, modelId: string): ReplySigner {
    const reply = randomBytes(REPLY_BYTES);
    const model = modelNumber(modelId);
    return {
      sign: (text, position) => {
        const key = this.#keys.current();
        const nonce = Buffer.alloc(NONCE_BYTES);
        reply.copy(nonce);
        nonce.writeUInt16BE(position & 0xffff, REPLY_BYTES);
        const sent = nonce.toString('base64url');
        const mac = macOf(key.bytes, organizationId, model, sent, text).toString('base64url');
        return [VERSION, key.id, model, sent, mac].join('.');
      },
    };
  }

  /** Undefined unless this service signed exactly this text for this organization. */
  verify(organizationId: string, text: string, signature: string): SignedReasoning | undefined {
    const [version, keyId = '', model = '', nonce = '', mac = '', ...more] = signature.split('.', 6);
    const key = version === VERSION && more.length === 0 ? this.#keys.find(keyId) : undefined;
    const given = Buffer.from(mac, 'base64url');
    const bytes = Buffer.from(nonce, 'base64url');
    // Base64 can be written in more than one way; only ours counts.
    if (!key || given.length !== 32 || bytes.length !== NONCE_BYTES || given.toString('base64url') !== mac)
      return undefined;
    if (!timingSafeEqual(macOf(key.bytes, organizationId, model, nonce, text), given)) return undefined;
    return { model, reply: bytes.toString('hex', 0, REPLY_BYTES), position: bytes.readUInt16BE(REPLY_BYTES) };
  }
}

function macOf(key: Buffer, organizationId: string, model: string, nonce: string, text: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['reasoning', 1, organizationId, model, nonce, text]))
    .digest();
}
