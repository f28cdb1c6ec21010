import type { Clock, Secret } from '#kit';
import type { AwsCredentials, BedrockEngineConfig } from '#config';
import type { Credential } from '../../http/credentials/credential.ts';
import { readTokenFile } from '../../http/credentials/read-token-file.ts';
import { TokenSource } from '../../http/credentials/token-source.ts';
import { toToken, type AwsKeys } from './aws-keys.ts';
import { fetchContainerKeys } from './container-keys.ts';
import { fetchInstanceKeys } from './instance-keys.ts';
import { fetchProfileKeys } from './profile-keys.ts';
import { assumeRoleWithToken } from './role-keys.ts';
import { SigningCredential } from './signing-credential.ts';

type CredentialConfig = Pick<
  BedrockEngineConfig,
  'credentials' | 'base_url' | 'region' | 'sts_url' | 'metadata_url'
>;
type FetchedFrom = Omit<CredentialConfig, 'credentials'> & { readonly credentials: AwsCredentials };

/** A fixed key, or what signs each request. */
export function createCredential(
  config: CredentialConfig,
  clock: Clock,
): { readonly apiKey: Secret } | { readonly credential: Credential } {
  const { credentials, region } = config;
  if (!credentials) throw new Error('an engine with keys is created once for each of them');
  if (credentials.type === 'bearer') return { apiKey: credentials.token };
  const source = new TokenSource(
    async () => toToken(await fetchKeys({ ...config, credentials }, clock)),
    clock,
  );
  const { host } = new URL(config.base_url);
  const isRenewable = credentials.type !== 'static';
  return { credential: new SigningCredential(source, { host, region, clock, isRenewable }) };
}

async function fetchKeys(config: FetchedFrom, clock: Clock): Promise<AwsKeys> {
  const { credentials, region, sts_url: url, metadata_url: metadataUrl } = config;
  const service = { url, region, clock };
  switch (credentials.type) {
    case 'static': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      return { accessKeyId, secretAccessKey: secretAccessKey.reveal(), sessionToken: sessionToken?.reveal() };
    }
    case 'web_identity': {
      const token = (await readTokenFile(credentials.tokenFile)).trim();
      return assumeRoleWithToken(service, { ...credentials, token });
    }
    case 'profile':
      return fetchProfileKeys(credentials, service);
    case 'container':
      return fetchContainerKeys(credentials, metadataUrl);
    case 'instance':
      return fetchInstanceKeys(metadataUrl);
    default:
      throw new Error('a key is sent as it is');
  }
}
