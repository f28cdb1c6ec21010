import type { Model } from '@svc/sdk';

/** What people look for in a model. */
export const FILTER_CAPABILITIES = ['vision', 'documents', 'tools', 'reasoning', 'json_schema'] as const;
export type FilterCapability = (typeof FILTER_CAPABILITIES)[number];

interface ModelFilter {
  readonly search?: string | undefined;
  readonly can?: FilterCapability | undefined;
}

/** The models whose name, family or description has every word of the search, and which can do what is asked. */
export function filterModels(models: readonly Model[], { search = '', can }: ModelFilter): Model[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(({ id, family, description, capabilities }) => {
    const text = `${id} ${family} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (can === undefined || capabilities[can]);
  });
}
