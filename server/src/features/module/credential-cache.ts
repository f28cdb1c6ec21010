/** One credential, by what caches know it by. */
export interface CredentialName {
  /** Id of the key or session. */
  readonly id: string;
  /** Of the secret it came with. */
  readonly fingerprint: string;
  readonly organizationId: string;
}

/** A cache that credentials are checked against. A module declares every such cache, or revocation misses it. */
export interface CredentialCache {
  /** Forgets this credential and its organization. What concerns other credentials alone stays. */
  forgetCredential(credential: CredentialName): void;
  invalidateOrganization(organizationId: string): void;
  invalidateAll(): void;
}

interface OrganizationCache {
  invalidateOrganization(organizationId: string): void;
  invalidateAll(): void;
}

interface CredentialDirectory extends OrganizationCache {
  invalidate(key: string): void;
}

/** The cache of a directory that finds credentials by their fingerprint or id. */
export function credentialCache(directory: CredentialDirectory, by: 'fingerprint' | 'id'): CredentialCache {
  return {
    forgetCredential: (credential) => directory.invalidate(credential[by]),
    invalidateOrganization: (id) => directory.invalidateOrganization(id),
    invalidateAll: () => directory.invalidateAll(),
  };
}

/** The cache of what is known of whole organizations. */
export function organizationCache(cache: OrganizationCache): CredentialCache {
  return {
    forgetCredential: ({ organizationId }) => cache.invalidateOrganization(organizationId),
    invalidateOrganization: (id) => cache.invalidateOrganization(id),
    invalidateAll: () => cache.invalidateAll(),
  };
}
