import type { AzureEngineConfig } from '#config';
import type { Clock } from '#kit';
import { askTokenServer } from '../http/credentials/ask-token-server.ts';
import { TokenSource, type FetchedToken } from '../http/credentials/token-source.ts';
import { proofOf } from './application-proof.ts';
import { readTokenResponse } from './read-token-response.ts';

export type Entra = NonNullable<AzureEngineConfig['entra']>;

/** The metadata server takes a resource, where the authority takes a scope. */
const SCOPE_OF_RESOURCE = /\/\.default$/;
/** Without it the metadata server refuses, so that no page in a browser can ask it. */
const METADATA_HEADERS = { metadata: 'true' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** Tokens of Microsoft Entra ID, for an application or for the identity of the machine. */
export function entraTokens(entra: Entra, clock: Clock): TokenSource {
  return new TokenSource(() => (entra.managed_identity ? askMetadata : askAuthority)(entra, clock), clock);
}

async function askAuthority(entra: Entra, clock: Clock): Promise<FetchedToken> {
  const { authority_url: authority, tenant_id: tenant = '', client_id: client = '', scope } = entra;
  const url = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const proof = await proofOf(entra, url, clock.nowMs());
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: client, scope, ...proof });
  const answer = await askTokenServer(url, { method: 'POST', headers: FORM_HEADERS, body: form.toString() });
  return readTokenResponse(answer, clock.nowMs());
}

async function askMetadata(entra: Entra, clock: Clock): Promise<FetchedToken> {
  const { identity_endpoint: endpoint, identity_header: header } = entra;
  const url =
    endpoint === undefined
      ? `${entra.metadata_url}/metadata/identity/oauth2/token?${identityQuery(entra, '2018-02-01')}`
      : `${endpoint}?${identityQuery(entra, '2019-08-01')}`;
  const headers = header ? { 'x-identity-header': header.reveal() } : METADATA_HEADERS;
  return readTokenResponse(await askTokenServer(url, { headers }), clock.nowMs());
}

function identityQuery({ client_id: client, scope }: Entra, version: string): string {
  return new URLSearchParams({
    'api-version': version,
    resource: scope.replace(SCOPE_OF_RESOURCE, ''),
    ...(client !== undefined && { client_id: client }),
  }).toString();
}
