import { createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey, RecentMap, type Secret } from '#kit';
import { markOf, SealingKey } from './sealing-key.ts';

/** Whose key seals. Stored in the headers of blobs. */
export type KeyOwner = `workspace:${string}` | `organization:${string}` | 'deployment';

/** For each purpose. A key has some hundred bytes, and deriving one takes 10 µs. */
const MAX_KEYS = 2000;
const ID_BYTES = 8;

/**
 * All keys that content and secrets are sealed with. Every owner has a key of its own for each purpose, derived from the data key:
 * no single key encrypts so much that random nonces could repeat, and a workspace can get a key from elsewhere.
 */
export class SealingRing {
  readonly #dataKey: Secret;
  /** Names the data key, and reveals nothing of it. */
  readonly #id: Buffer;

  constructor(dataKey: Secret) {
    this.#dataKey = dataKey;
    this.#id = deriveKey(dataKey, 'svc sealing key id').subarray(0, ID_BYTES);
  }

  /** What everything begins with that is sealed now. */
  get mark(): Buffer {
    return markOf(this.#id);
  }

  /** The keys for one purpose. No key opens what was sealed for another purpose. */
  keysFor(purpose: string): PurposeKeys {
    return new PurposeKeys(this.#dataKey, this.#id, purpose);
  }
}

/** The keys of all owners for one purpose. */
export class PurposeKeys {
  readonly #dataKey: Secret;
  readonly #id: Buffer;
  readonly #purpose: string;
  readonly #former: KeyObject;
  readonly #keys = new RecentMap<KeyOwner, SealingKey>(MAX_KEYS);

  /** `id`: of the data key. */
  constructor(dataKey: Secret, id: Buffer, purpose: string) {
    this.#dataKey = dataKey;
    this.#id = id;
    this.#purpose = purpose;
    this.#former = createSecretKey(deriveKey(dataKey, purpose));
  }

  of(owner: KeyOwner): SealingKey | Promise<SealingKey> {
    return this.#find(owner);
  }

  /** A promise, because the key of a workspace may have to be asked for elsewhere. */
  ofWorkspace(id: string): SealingKey | Promise<SealingKey> {
    return this.#find(`workspace:${id}`);
  }

  ofOrganization(id: string): SealingKey {
    return this.#find(`organization:${id}`);
  }

  ofDeployment(): SealingKey {
    return this.#find('deployment');
  }

  #find(owner: KeyOwner): SealingKey {
    const known = this.#keys.get(owner);
    if (known) return known;
    const key = createSecretKey(deriveKey(this.#dataKey, `${this.#purpose} of ${owner}`));
    const derived = new SealingKey({ id: this.#id, key, former: this.#former });
    this.#keys.set(owner, derived);
    return derived;
  }
}
