import { queryOptions } from '@tanstack/react-query';
import type { Model } from '@svc/sdk';
import { openPlayground } from './playground.ts';

const FRESH_MS = 300_000;

/** Every model that the person may use in the workspace, the default one first. */
export function modelsOptions(workspaceId: string) {
  return queryOptions({
    queryKey: ['models', workspaceId],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { models } = await openPlayground(workspaceId, signal);
      const { data } = await models.list({}, { signal });
      return data.toSorted((a, b) => Number(b.default) - Number(a.default));
    },
  });
}

/** Those of them that write. */
export function chatModelsOptions(workspaceId: string) {
  return { ...modelsOptions(workspaceId), select: (models: Model[]) => models.filter(writes) };
}

/** The others turn texts into vectors. */
export function writes({ max_output_tokens: most }: Pick<Model, 'max_output_tokens'>): boolean {
  return most > 0;
}
