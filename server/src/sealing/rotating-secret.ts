import { HOUR_MS, newSecret, Secret } from '#kit';
import type { SealingKey } from './sealing-key.ts';

/** A secret as it is stored. Lists of them begin with the current one. */
export interface StoredSecret {
  readonly sealed: Buffer;
  /** Null: the current one. A replaced one stays valid until then. */
  readonly expiresAtMs: number | null;
}

export interface RotationRules {
  /** How long a replaced secret stays valid. */
  readonly overlapHours: number;
  /** Secrets that are valid at the same time, including the current one. */
  readonly mostKept: number;
}

export interface Rotation {
  /** Shown once. */
  readonly secret: Secret;
  /** Takes the place of everything that was stored. */
  readonly stored: readonly StoredSecret[];
  readonly previousExpiresAtMs: number;
}

/** A secret that is replaced while those who know the previous one go on for a while. Stored sealed. */
export class RotatingSecret {
  readonly #key: SealingKey;
  readonly #aad: string;

  constructor(key: SealingKey, aad: string) {
    this.#key = key;
    this.#aad = aad;
  }

  /** A first secret. */
  create(prefix: string): { readonly secret: Secret; readonly sealed: Buffer } {
    const secret = newSecret(prefix);
    return { secret, sealed: this.#key.seal(secret.reveal(), this.#aad) };
  }

  rotate(
    prefix: string,
    stored: readonly StoredSecret[],
    { overlapHours, mostKept }: RotationRules,
    nowMs: number,
  ): Rotation {
    const { secret, sealed } = this.create(prefix);
    const previousExpiresAtMs = nowMs + overlapHours * HOUR_MS;
    const previous = liveSecrets(stored, nowMs).map(({ sealed: old, expiresAtMs }) => ({
      sealed: old,
      expiresAtMs: expiresAtMs ?? previousExpiresAtMs,
    }));
    return {
      secret,
      stored: [{ sealed, expiresAtMs: null }, ...previous].slice(0, mostKept),
      previousExpiresAtMs,
    };
  }

  /**
   * The secrets to sign with, or to try when a signature is checked. One that was sealed with another data key is left out:
   * rotating makes one that opens.
   */
  open(stored: readonly StoredSecret[], nowMs: number, onUnreadable: () => void): Secret[] {
    return liveSecrets(stored, nowMs).flatMap(({ sealed }) => {
      try {
        return [new Secret(this.#key.openText(sealed, this.#aad))];
      } catch {
        onUnreadable();
        return [];
      }
    });
  }
}

function liveSecrets(stored: readonly StoredSecret[], nowMs: number): readonly StoredSecret[] {
  return stored.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs);
}
