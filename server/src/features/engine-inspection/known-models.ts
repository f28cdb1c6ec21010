import { type Catalog, findModel, modelKind, vendorsOf } from '#catalog';
import type { EngineConfig } from '#config';
import type { Clock } from '#kit';
import { askEngine } from './ask-engine.ts';
import type { KnownModel } from './models-difference.ts';

interface KnownModelsDeps {
  readonly catalog: Catalog;
  readonly clock: Clock;
}

/** What an engine offers, with what the catalog knows of it. Models that neither chat nor embed are left out. */
export async function knownModels(
  name: string,
  config: EngineConfig,
  { catalog, clock }: KnownModelsDeps,
): Promise<KnownModel[]> {
  const vendors = vendorsOf(catalog, config);
  const offered = await askEngine(name, config, clock);
  const found = new Map<string, KnownModel>();
  for (const each of offered) {
    const listed = findModel(catalog, vendors, each.baseModel ?? each.model);
    const kind = each.kind ?? listed?.kind ?? modelKind(each.baseModel ?? each.model);
    if (kind) found.set(each.model, { ...each, kind, listed });
  }
  return [...found.values()];
}
