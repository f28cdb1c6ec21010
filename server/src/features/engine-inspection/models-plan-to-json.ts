import type { Catalog } from '#catalog';
import type { ModelsPlan } from './plan-models.ts';

/** What `svc models add` and the operators' page have in common for programs (D-ENG-32). */
export function modelsPlanToJson({ offered, add, differs }: ModelsPlan, { source, date }: Catalog) {
  return {
    catalog: { source, date },
    offered: offered.map(({ model, baseModel, kind, listed, configuredAs }) => ({
      model,
      base_model: baseModel ?? null,
      kind,
      in_catalog: listed !== undefined,
      configured_as: [...configuredAs],
    })),
    add,
    differs,
  };
}
