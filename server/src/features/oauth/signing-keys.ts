import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import type { Kysely } from 'kysely';
import type { JsonWebKeySet, LimitValues } from '@svc/contract';
import { DAY_MS, HOUR_MS, type Clock, type Log, type RefreshingCache } from '#kit';
import type { SealingKey, SealingRing } from '#sealing';
import { cacheRecords, type Tables } from '#store';
import { SEALED_SIGNING_KEYS } from './sealed-signing-keys.ts';
import {
  dropSigningKeysBefore,
  insertSigningKey,
  loadSigningKeys,
  type StoredSigningKey,
} from './store/signing-keys.ts';

/** A node may go on with the key it knows for as long as clocks differ; others believe it this much longer. */
const SLACK_MS = HOUR_MS;
const RSA_BITS = 2048;
/** Keys do not change: cached ones are used while the database is away, as long as any token can last. */
const STALE_MS = DAY_MS;

const generateRsaKeys = promisify(generateKeyPair);

export interface SigningKeysParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: SealingRing;
  readonly limits: () => LimitValues;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/**
 * The keys tokens are signed with (D-69): one in use, replaced after `token_signing_key_days`, and those before it until
 * the last token they signed has expired. They are in the database, so all nodes agree, and their private parts sealed.
 */
export class SigningKeys {
  readonly #parts: SigningKeysParts;
  readonly #key: SealingKey;
  readonly #verifying: RefreshingCache<KeyObject>;
  #current: (SigningKey & { readonly createdAtMs: number }) | undefined;
  #loading: Promise<SigningKey> | undefined;

  constructor(parts: SigningKeysParts) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#key = parts.sealing.keysFor(SEALED_SIGNING_KEYS.purpose).ofDeployment();
    this.#verifying = cacheRecords({
      clock,
      log,
      staleMs: STALE_MS,
      loadMany: async () =>
        new Map(
          (await this.#load()).map((key) => [
            key.kid,
            createPublicKey({ key: key.public_key, format: 'jwk' }),
          ]),
        ),
      what: 'signing keys',
      unavailable: 'authorization_unavailable',
    });
  }

  /** The one to sign with. Makes the next one when it is time. */
  current(): SigningKey | Promise<SigningKey> {
    const known = this.#current;
    if (known && !this.#isDue(known.createdAtMs)) return known;
    return (this.#loading ??= this.#renew().finally(() => (this.#loading = undefined)));
  }

  /** The public key of an id, undefined where there is none or what it signed has expired. */
  find(kid: string): KeyObject | undefined | Promise<KeyObject | undefined> {
    return this.#verifying.find(kid);
  }

  /** For `/.well-known/jwks.json`. Never empty: a client that reads it before the first token finds the key of that token. */
  async published(): Promise<JsonWebKeySet> {
    await this.current();
    return { keys: (await this.#load()).map((key) => key.public_key) };
  }

  #load(): Promise<StoredSigningKey[]> {
    const { db, clock, limits } = this.#parts;
    return loadSigningKeys(db, clock.nowMs() - limits().access_token_s * 1000 - SLACK_MS);
  }

  #isDue(createdAtMs: number): boolean {
    const { clock, limits } = this.#parts;
    return clock.nowMs() >= createdAtMs + limits().token_signing_key_days * DAY_MS;
  }

  async #renew(): Promise<SigningKey> {
    const [newest] = await this.#load();
    const usable = newest && !this.#isDue(newest.created_at) ? this.#open(newest) : undefined;
    if (newest && usable) return this.#keep(newest, usable);
    await this.#make((newest?.generation ?? 0) + 1);
    const made = await this.#load();
    await dropSigningKeysBefore(this.#parts.db, made.at(-1)!.generation);
    const opened = this.#open(made[0]!);
    if (!opened)
      throw new Error(
        'The signing key of another node cannot be decrypted: SVC_DATA_KEY differs between nodes.',
      );
    return this.#keep(made[0]!, opened);
  }

  #keep({ kid, created_at: createdAtMs }: StoredSigningKey, privateKey: KeyObject): SigningKey {
    this.#current = { kid, privateKey, createdAtMs };
    return this.#current;
  }

  async #make(generation: number): Promise<void> {
    const { db, clock } = this.#parts;
    const { publicKey, privateKey } = await generateRsaKeys('rsa', { modulusLength: RSA_BITS });
    const { n, e } = publicKey.export({ format: 'jwk' });
    const kid = await calculateJwkThumbprint({ kty: 'RSA', n: n!, e: e! });
    await insertSigningKey(db, {
      generation,
      kid,
      public_key: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n: n!, e: e! },
      sealed_private_key: this.#key.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), kid),
      created_at: clock.nowMs(),
    });
  }

  /** Undefined where it was sealed with another data key: then a new one takes its place, and what it signed stays good. */
  #open({ kid, sealed_private_key: sealed }: StoredSigningKey): KeyObject | undefined {
    try {
      return createPrivateKey(this.#key.openText(sealed, kid));
    } catch {
      this.#parts.log.warn({ kid }, 'signing key cannot be decrypted with this data key');
      return undefined;
    }
  }
}
