import type { RefreshingCache } from '#kit';
import { cacheRecords, type RecordCacheOptions } from './record-cache.ts';

/** What every kind of credential is forgotten by. */
interface Credential {
  readonly id: string;
  readonly organizationId: string;
}

/** `loadMany` finds credentials by what callers present: a fingerprint or an id. */
export type CredentialDirectoryOptions<Record extends Credential> = Pick<
  RecordCacheOptions<Record>,
  'clock' | 'log' | 'loadMany' | 'what'
>;

/** Credentials of one kind as the authentication step needs to know them, cached as `RefreshingCache` says (AUTH-40). */
export class CredentialDirectory<Record extends Credential> {
  readonly #cache: RefreshingCache<Record>;

  constructor(options: CredentialDirectoryOptions<Record>) {
    this.#cache = cacheRecords({ ...options, unavailable: 'authorization_unavailable' });
  }

  /**
   * The credential, synchronously when cached; undefined when there is none. Rejects with 503 `authorization_unavailable` when it is
   * not known here and the store is away.
   */
  find(presented: string): Record | undefined | Promise<Record | undefined> {
    return this.#cache.find(presented);
  }

  /** Forgets a credential at once, given what callers present or its id. */
  invalidate(presentedOrId: string): void {
    this.#cache.invalidate(presentedOrId);
    this.#cache.invalidateWhere(({ id }) => id === presentedOrId);
  }

  /** Forgets every credential of an organization. Looks at all that are known: for changes, not for requests. */
  invalidateOrganization(organizationId: string): void {
    this.#cache.invalidateWhere((credential) => credential.organizationId === organizationId);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}
