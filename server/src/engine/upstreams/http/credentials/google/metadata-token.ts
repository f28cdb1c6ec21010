import { askTokenServer } from '../ask-token-server.ts';
import type { FetchedToken } from '../token-source.ts';
import { readToken } from './token-response.ts';

const PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

/** Of the account that the machine runs as. The header shows that no redirected browser asks. */
export async function fetchMetadataToken(metadataUrl: string, nowMs: number): Promise<FetchedToken> {
  const headers = { 'metadata-flavor': 'Google' };
  return readToken(await askTokenServer(metadataUrl + PATH, { headers }), nowMs);
}
