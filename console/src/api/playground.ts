import { queryOptions } from '@tanstack/react-query';
import type { PlaygroundCredential } from '@svc/contract';
import { Svc } from '@svc/sdk';
import { call } from './console-api.ts';

const MODELS_FRESH_MS = 300_000;

/**
 * A client of the public API as the signed-in person in a workspace. It is made for one call and dropped with it: its token is gone
 * in minutes, and the browser's clock cannot tell when.
 */
export async function openPlayground(workspaceId: string, signal: AbortSignal): Promise<Svc> {
  const body = { workspace_id: workspaceId };
  const { access_token: apiKey } = await call<PlaygroundCredential>('POST', '/playground/credential', {
    body,
    signal,
  });
  return new Svc({ baseUrl: location.origin, apiKey, maxRetries: 0 });
}

/** The models that write, as the workspace may use them. */
export function chatModelsOptions(workspaceId: string) {
  return queryOptions({
    queryKey: ['playground', 'models', workspaceId],
    staleTime: MODELS_FRESH_MS,
    queryFn: async ({ signal }) => {
      const { models } = await openPlayground(workspaceId, signal);
      const { data } = await models.list({}, { signal });
      return data.filter(({ max_output_tokens: most }) => most > 0);
    },
  });
}
