import type { AzureEngineConfig } from '#config';
import type { Clock } from '#kit';
import { BearerToken } from '../http/credentials/bearer-token.ts';
import type { HttpEngineOptions } from '../http/http-upstream.ts';
import { entraTokens } from './entra-tokens.ts';

/** By what a resource takes requests: a key in its own header, or a token of Microsoft Entra ID. */
export function azureCredential(
  { api_key: key, entra, headers }: AzureEngineConfig,
  clock: Clock,
): Pick<HttpEngineOptions, 'headers' | 'credential'> {
  if (entra) return { headers, credential: new BearerToken(entraTokens(entra, clock)) };
  return { headers: key ? { 'api-key': key, ...headers } : headers };
}
