import type { RefreshingCache } from '#kit';
import { cacheRecords, type RecordCacheOptions } from './record-cache.ts';

/** The ids by which any kind of credential is invalidated. */
interface Credential {
  readonly id: string;
  readonly organizationId: string;
}

/** `loadMany` finds credentials by what callers present: a fingerprint or an id. */
export type CredentialDirectoryOptions<Record extends Credential> = Pick<
  RecordCacheOptions<Record>,
  'clock' | 'log' | 'loadMany' | 'what'
>;

/** Credentials of one kind for the authentication step, cached by `RefreshingCache` (AUTH-40). */
export class CredentialDirectory<Record extends Credential> {
  readonly #cache: RefreshingCache<Record>;

  constructor(options: CredentialDirectoryOptions<Record>) {
    this.#cache = cacheRecords({ ...options, unavailable: 'authorization_unavailable' });
  }

  /**
   * Finds the credential, synchronously when it is cached; undefined when there is none. Rejects with 503
   * `authorization_unavailable` when it is not cached and the database is unavailable.
   */
  find(presented: string): Record | undefined | Promise<Record | undefined> {
    return this.#cache.find(presented);
  }

  /** Invalidates a credential, given what callers present or its id. */
  invalidate(presentedOrId: string): void {
    this.#cache.invalidate(presentedOrId);
    this.#cache.invalidateWhere(({ id }) => id === presentedOrId);
  }

  /**
   * Invalidates every credential of an organization. Scans the whole cache: for changes, not for requests.
   */
  invalidateOrganization(organizationId: string): void {
    this.#cache.invalidateWhere((credential) => credential.organizationId === organizationId);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}
