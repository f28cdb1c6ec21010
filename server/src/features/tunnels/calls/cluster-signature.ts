import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { RecentMap, type Secret } from '#kit';

export const SIGNATURE_HEADER = 'svc-cluster-signature';
/** Clocks of nodes may differ by this much. */
const SKEW_MS = 60_000;
const MAX_NONCES = 200_000;
const FORM = /^t=(\d{1,15}),n=([0-9a-f]{32}),d=([0-9a-f]{64}),v1=([0-9a-f]{64})$/;

/** Signed data about a body that is not read yet. */
export interface SignedBody {
  readonly digest: string;
}

/** Signs calls between nodes with `cluster_secret`, and accepts each signature once (D-TUN-13). Uses the system clock. */
export class ClusterSignature {
  readonly #secret: Secret;
  readonly #seen = new RecentMap<string, true>(MAX_NONCES);

  constructor(secret: Secret) {
    this.#secret = secret;
  }

  sign(body: Uint8Array, nowMs: number): string {
    const nonce = randomBytes(16).toString('hex');
    const digest = bodyDigest(body);
    return `t=${nowMs},n=${nonce},d=${digest},v1=${this.#code(`${nowMs}.${nonce}.${digest}`)}`;
  }

  /** Undefined for a signature that is from another cluster, too old, or already used. The body must have the digest. */
  verify(header: string | undefined, nowMs: number): SignedBody | undefined {
    const [, at, nonce, digest, code] = FORM.exec(header ?? '') ?? [];
    if (at === undefined || nonce === undefined || digest === undefined || code === undefined)
      return undefined;
    const expected = Buffer.from(this.#code(`${at}.${nonce}.${digest}`));
    if (!timingSafeEqual(expected, Buffer.from(code))) return undefined;
    if (Math.abs(nowMs - Number(at)) > SKEW_MS || this.#seen.get(nonce)) return undefined;
    this.#seen.set(nonce, true);
    return { digest };
  }

  #code(text: string): string {
    return createHmac('sha256', this.#secret.reveal()).update(text).digest('hex');
  }
}

export function bodyDigest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
