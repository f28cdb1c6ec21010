import type { GoogleCredentials } from '#config';
import { Secret } from '#kit';
import { EngineFault } from '../../../../events.ts';
import { askTokenServer } from '../ask-token-server.ts';
import { readTokenFile } from '../read-token-file.ts';
import type { FetchedToken } from '../token-source.ts';
import { CLOUD_SCOPE, isToken, postForToken, readFields } from './token-response.ts';

type ExternalAccount = Extract<GoogleCredentials, { readonly type: 'external_account' }>;

const LIFE_S = 3600;

/** Exchanges a token of another party, and where the credentials say so the one it gets for that of a service account. */
export async function fetchFederatedToken(
  account: ExternalAccount,
  tokenUrl: string | undefined,
  nowMs: number,
): Promise<FetchedToken> {
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: account.audience,
    scope: CLOUD_SCOPE,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token_type: account.subject_token_type,
    subject_token: await readSubjectToken(account),
  };
  const exchanged = await postForToken(tokenUrl ?? account.token_url, fields, nowMs);
  const { service_account_impersonation_url: url } = account;
  return url === undefined ? exchanged : impersonate(url, account, exchanged);
}

async function readSubjectToken({ credential_source: source }: ExternalAccount): Promise<string> {
  const text =
    'file' in source
      ? await readTokenFile(source.file)
      : await askTokenServer(source.url, { headers: revealed(source.headers) });
  const { type, subject_token_field_name: name = 'access_token' } = source.format;
  const token = type === 'json' ? readFields(text)[name] : text.trim();
  if (typeof token !== 'string' || token === '') throw refusal();
  return token;
}

function revealed(headers: Readonly<Record<string, Secret>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()]));
}

/** Only the operator can put it right. */
function refusal(): EngineFault {
  return new EngineFault('status', { status: 401, refusal: { reason: 'credential' } });
}

async function impersonate(
  url: string,
  { service_account_impersonation: impersonation }: ExternalAccount,
  { token }: FetchedToken,
): Promise<FetchedToken> {
  const lifeS = impersonation?.token_lifetime_seconds ?? LIFE_S;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token.reveal()}` };
  const body = JSON.stringify({ scope: [CLOUD_SCOPE], lifetime: `${lifeS}s` });
  const { accessToken, expireTime } = readFields(
    await askTokenServer(url, { method: 'POST', headers, body }),
  );
  if (typeof accessToken !== 'string' || !isToken(accessToken)) throw new EngineFault('broken');
  const expiresAtMs = Date.parse(String(expireTime));
  if (Number.isNaN(expiresAtMs)) throw new EngineFault('broken');
  return { token: new Secret(accessToken), expiresAtMs };
}
