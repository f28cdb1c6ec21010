import type { GoogleCredentials } from '#config';
import type { FetchedToken } from '../token-source.ts';
import { postForToken } from './token-response.ts';

type AuthorizedUser = Extract<GoogleCredentials, { readonly type: 'authorized_user' }>;

/** Of the person who signed in with the gcloud command. */
export function fetchPersonToken(
  { client_id, client_secret: secret, refresh_token: refreshToken, token_uri: usualUrl }: AuthorizedUser,
  tokenUrl: string | undefined,
  nowMs: number,
): Promise<FetchedToken> {
  const fields = {
    grant_type: 'refresh_token',
    client_id,
    client_secret: secret.reveal(),
    refresh_token: refreshToken.reveal(),
  };
  return postForToken(tokenUrl ?? usualUrl, fields, nowMs);
}
