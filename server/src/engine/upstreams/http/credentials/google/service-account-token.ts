import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { GoogleCredentials } from '#config';
import type { FetchedToken } from '../token-source.ts';
import { CLOUD_SCOPE, postForToken } from './token-response.ts';

type ServiceAccount = Extract<GoogleCredentials, { readonly type: 'service_account' }>;

const LIFE_S = 3600;

/**
 * Exchanges a statement that the account signed for a token. It is addressed to the server that the key names, also where another address
 * stands for that.
 */
export async function fetchServiceAccountToken(
  { client_email: email, private_key: key, private_key_id: keyId, token_uri: audience }: ServiceAccount,
  tokenUrl: string | undefined,
  nowMs: number,
): Promise<FetchedToken> {
  const nowS = Math.floor(nowMs / 1000);
  const assertion = await new SignJWT({ scope: CLOUD_SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
    .setIssuer(email)
    .setAudience(audience)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + LIFE_S)
    .sign(createPrivateKey(key.reveal()));
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  return postForToken(tokenUrl ?? audience, { grant_type: grant, assertion }, nowMs);
}
