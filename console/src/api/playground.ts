import { Svc } from '@svc/sdk';
import { call } from './console-api.ts';

/**
 * A client of the public API as the signed-in person in a workspace. It is made for one call and dropped with it: its token is gone
 * in minutes, and the browser's clock cannot tell when.
 */
export async function openPlayground(workspaceId: string, signal: AbortSignal): Promise<Svc> {
  const body = { workspace_id: workspaceId };
  const { access_token: apiKey } = await call('createPlaygroundCredential', { body, signal });
  return new Svc({ baseUrl: location.origin, apiKey, maxRetries: 0 });
}
