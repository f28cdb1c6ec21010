import type { BedrockEngineConfig, EngineDocument } from '../deployment-types.ts';
import type { AwsCredentials, FoundAwsCredentials } from './aws-credentials.ts';
import { bedrockUrls, type BedrockCredential } from './bedrock-engine.ts';

type BedrockDocument = Extract<EngineDocument, { readonly type: 'bedrock' }>;

/** The addresses of the region, and credentials as they were found. Expects all of them to be there. */
export function resolveBedrock(
  document: BedrockDocument,
  found: FoundAwsCredentials,
): Omit<BedrockEngineConfig, 'timeouts'> & Pick<BedrockDocument, 'timeouts'> {
  const { keys, api_key: _key, credentials: _credentials, ...engine } = document;
  const resolved = { ...engine, ...bedrockUrls(engine) };
  if (!keys) return { ...resolved, credentials: credentialsOf(document, found) };
  const withCredentials = (key: (typeof keys)[number]) => {
    const { api_key: _apiKey, credentials: _ways, ...rest } = key;
    return { ...rest, credentials: credentialsOf(key, found) };
  };
  return { ...resolved, keys: keys.map(withCredentials) };
}

function credentialsOf(holder: BedrockCredential, found: FoundAwsCredentials): AwsCredentials {
  const credentials = found.get(holder);
  if (!credentials) throw new Error('credentials are resolved before they were found');
  return credentials;
}
