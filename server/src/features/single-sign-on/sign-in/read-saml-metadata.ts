import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { serviceProviderOf } from '../saml/service-provider.ts';
import { findAnyConnection } from '../store/connections.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/**
 * What a provider has to know of this service, in XML. Drafts have it too, since the provider is set up first. Throws 404
 * `sso_connection_not_found`.
 */
export async function readSamlMetadata(
  { db, baseUrl }: Pick<SignOnDeps, 'db' | 'baseUrl'>,
  { params }: Pick<HttpExchange, 'params'>,
): Promise<string> {
  const connection = await findAnyConnection(db, params['sso_connection_id'] ?? '');
  if (!connection?.saml) throw new ApiError('sso_connection_not_found', { param: 'sso_connection_id' });
  const { metadataOf } = await import('../saml/saml-library.ts');
  return metadataOf(serviceProviderOf(baseUrl, connection.id));
}
