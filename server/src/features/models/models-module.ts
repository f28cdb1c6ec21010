import { organizationCache, type Module } from '#features/module';
import type { ModelAccess } from './model-access.ts';

export function modelsModule({ access }: { readonly access: ModelAccess }) {
  return { caches: [organizationCache(access)] } satisfies Module;
}
