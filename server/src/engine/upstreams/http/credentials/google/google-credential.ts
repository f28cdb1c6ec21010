import type { GoogleCredentials } from '#config';
import type { Clock } from '#kit';
import { BearerToken } from '../bearer-token.ts';
import type { Credential } from '../credential.ts';
import { TokenSource, type FetchedToken } from '../token-source.ts';
import { fetchFederatedToken } from './federated-token.ts';
import { fetchMetadataToken } from './metadata-token.ts';
import { fetchPersonToken } from './person-token.ts';
import { fetchServiceAccountToken } from './service-account-token.ts';

/** Where tokens come from, and whose they are. */
export interface GoogleTokenOptions {
  readonly credentials: GoogleCredentials;
  /** In place of the address in the credentials. */
  readonly tokenUrl: string | undefined;
  readonly metadataUrl: string;
  readonly clock: Clock;
}

/** Access tokens of an account, as the vendor's clients fetch them. */
export function createGoogleCredential(options: GoogleTokenOptions): Credential {
  return new BearerToken(new TokenSource(() => fetchToken(options), options.clock));
}

function fetchToken({
  credentials,
  tokenUrl,
  metadataUrl,
  clock,
}: GoogleTokenOptions): Promise<FetchedToken> {
  const nowMs = clock.nowMs();
  switch (credentials.type) {
    case 'service_account':
      return fetchServiceAccountToken(credentials, tokenUrl, nowMs);
    case 'authorized_user':
      return fetchPersonToken(credentials, tokenUrl, nowMs);
    case 'external_account':
      return fetchFederatedToken(credentials, tokenUrl, nowMs);
    case 'metadata':
      return fetchMetadataToken(metadataUrl, nowMs);
  }
}

/** The project whose quota a person's or a federated account's calls use. */
export function quotaProjectOf(credentials: GoogleCredentials): string | undefined {
  return 'quota_project_id' in credentials ? credentials.quota_project_id : undefined;
}
