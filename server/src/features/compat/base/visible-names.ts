import type { ModelConfig } from '#config';
import { isOpen, type ModelView } from '#features/models';
import type { ModelNames } from './model-names.ts';

/** A name that the caller may use, and the model it stands for. */
export interface VisibleName {
  readonly name: string;
  readonly model: ModelConfig;
}

/** Ids of the models that the caller may use, then further names of those (COMPG-07). */
export function visibleNames(names: ModelNames, view: ModelView): VisibleName[] {
  const surface = view.credential.surface ?? 'api';
  const models = view.catalog
    .all(view.nowMs)
    .filter((model) => isOpen(view, model, false) && model.surfaces.includes(surface));
  const aliases = names.aliases.flatMap(([name, id]) => {
    const model = models.find((each) => each.id === id);
    return model ? [{ name, model }] : [];
  });
  return [...models.map((model) => ({ name: model.id, model })), ...aliases];
}
