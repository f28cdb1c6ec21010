import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { MINUTE_MS, type Clock } from '#kit';
import { SignOnFailure } from './sign-on-failure.ts';

/** Signatures of an ID token that are accepted (SSO-05). */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256'];

/** How often keys are read again for one that is not known (D-SSO-20). */
const REREAD_MS = MINUTE_MS;

/** The keys of a provider, read when they are first needed. */
export class ProviderKeys {
  readonly #read: () => Promise<JSONWebKeySet>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #keys: Promise<JSONWebKeySet> | undefined;
  #rereadAtMs = -Infinity;

  constructor(read: () => Promise<JSONWebKeySet>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Throws SignOnFailure when none of the keys signed the token. */
  async verify(token: string): Promise<void> {
    try {
      await this.#verify(token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayReread()) throw toFailure(error);
      this.#keys = undefined;
      await this.#verify(token).catch((again: unknown) => {
        throw toFailure(again);
      });
    }
  }

  async #verify(token: string): Promise<void> {
    this.#keys ??= this.#read();
    const keys = await this.#keys.catch((error: unknown) => {
      // The next sign-in tries again.
      this.#keys = undefined;
      throw error;
    });
    await compactVerify(token, createLocalJWKSet(keys), { algorithms: ALGORITHMS });
  }

  #mayReread(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#rereadAtMs < REREAD_MS) return false;
    this.#rereadAtMs = nowMs;
    return true;
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof errors.JOSEAlgNotAllowed) return new SignOnFailure('algorithm');
  return error instanceof errors.JOSEError ? new SignOnFailure('signature') : error;
}
