import type { KeyOwner, PurposeKeys, SealingKey, SealingRing } from '#sealing';
import { BlobDamaged, BlobKeyUnavailable } from '../blob-errors.ts';
import type { BlobHeader } from './blob-header.ts';

/** How headers named the wrapping key before owners had keys of their own: the one of the deployment for all blobs. */
const FORMER_NAME = /^data-key:[0-9a-f]{16}$/;
const OWNER = /^(?:deployment|(?:workspace|organization):.+)$/;

/** Wraps the keys of blobs with those of their owners. A wrapped key can be unwrapped only for its own blob. */
export class KeyWrapping {
  readonly #keys: PurposeKeys;

  constructor(sealing: SealingRing) {
    this.#keys = sealing.keysFor('svc blob keys');
  }

  async wrap(key: Buffer, blobKey: string, owner: KeyOwner): Promise<BlobHeader> {
    const wrapping = await this.#keys.of(owner);
    return { wrappingKey: owner, wrappedKey: wrapping.seal(key.toString('base64'), blobKey) };
  }

  /**
   * Throws BlobDamaged if it was wrapped with another data key or for another blob, or modified; BlobKeyUnavailable if the key that
   * wrapped it cannot be had.
   */
  async unwrap({ wrappingKey, wrappedKey }: BlobHeader, blobKey: string): Promise<Buffer> {
    const wrapping = await this.#find(wrappingKey, blobKey);
    try {
      return Buffer.from(wrapping.openText(wrappedKey, blobKey), 'base64');
    } catch {
      const name = JSON.stringify(wrappingKey);
      throw new BlobDamaged(blobKey, `its key cannot be unwrapped; it was wrapped with ${name}`);
    }
  }

  async #find(name: string, blobKey: string): Promise<SealingKey> {
    if (FORMER_NAME.test(name)) return this.#keys.ofDeployment();
    if (!OWNER.test(name)) throw new BlobKeyUnavailable(blobKey, name, 'unknown');
    try {
      return await this.#keys.of(name as KeyOwner);
    } catch (cause) {
      throw new BlobKeyUnavailable(blobKey, name, 'failed', cause);
    }
  }
}
