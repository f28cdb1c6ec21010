import type { EngineDocument, VertexEngineConfig } from '../deployment-types.ts';
import type { GoogleCredentials } from './google-credentials.ts';
import { vertexUrl, type VertexCredentials } from './vertex-engine.ts';

type VertexDocument = Extract<EngineDocument, { readonly type: 'vertex' }>;

/** What was read of credentials, by what the configuration says of each. */
export type FoundCredentials = ReadonlyMap<VertexCredentials, GoogleCredentials>;

/** The address for the location, and credentials as they were found. Expects all of them to be there. */
export function resolveVertex(
  { credentials, keys, ...engine }: VertexDocument,
  found: FoundCredentials,
): Omit<VertexEngineConfig, 'timeouts'> & Pick<VertexDocument, 'timeouts'> {
  return {
    ...engine,
    base_url: engine.base_url ?? vertexUrl(engine.location),
    ...(credentials && { credentials: found.get(credentials)! }),
    ...(keys && { keys: keys.map((key) => ({ ...key, credentials: found.get(key.credentials)! })) }),
  };
}
