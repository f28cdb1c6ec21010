import { createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey, RecentMap, type Secret } from '#kit';
import { markOf, SealingKey } from './sealing-key.ts';

/** Whose key seals. Stored in the headers of blobs. */
export type KeyOwner = `workspace:${string}` | `organization:${string}` | 'deployment';

/** A key has some hundred bytes, and deriving one takes 10 µs. */
const MAX_KEYS = 10_000;
const ID_BYTES = 8;

/**
 * All keys that content and secrets are sealed with. Every owner has a key of its own for each purpose, derived from the data key:
 * no single key encrypts so much that random nonces could repeat, and a workspace can get a key from elsewhere.
 */
export class SealingRing {
  readonly #dataKey: Secret;
  /** Names the data key, and reveals nothing of it. */
  readonly #id: Buffer;
  readonly #keys = new RecentMap<string, SealingKey>(MAX_KEYS);

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
    const former = createSecretKey(deriveKey(this.#dataKey, purpose));
    return new PurposeKeys((owner) => this.#find(purpose, former, owner));
  }

  #find(purpose: string, former: KeyObject, owner: KeyOwner): SealingKey {
    const name = `${purpose} of ${owner}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const key = createSecretKey(deriveKey(this.#dataKey, name));
    const derived = new SealingKey({ id: this.#id, key, former });
    this.#keys.set(name, derived);
    return derived;
  }
}

/** The keys of all owners for one purpose. */
export class PurposeKeys {
  readonly #find: (owner: KeyOwner) => SealingKey;

  constructor(find: (owner: KeyOwner) => SealingKey) {
    this.#find = find;
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
}
