import type { Catalog } from '#catalog';
import { type AddedModel, modelsPlanToJson, type ModelsPlan } from '#features/engine-inspection';
import { counted } from '../counted.ts';
import { printable } from '../printable.ts';

/** For a person: what would be added, and what differs. Names are an engine's own. */
export function describePlan(
  { offered, add, differs, taken }: ModelsPlan,
  { source, date }: Catalog,
): string[] {
  const configured = offered.filter(({ configuredAs }) => configuredAs.length > 0).length;
  return [
    `${counted(offered.length, 'model')} offered, ${configured} configured. Prices: ${source}, ${date}, USD per 1M tokens.`,
    ...add.map((model) => printable(`+ ${describeAdded(model)}`)),
    ...taken.map((id) =>
      printable(`  ${id}: left out, another model has this id or it cannot be one; give it one with --as`),
    ),
    ...differs.map(({ id, field, configured: is, catalog }) =>
      printable(`! ${id}: ${field} is ${is}, the catalog has ${catalog}; not changed`),
    ),
    ...(add.length === 0 ? ['Nothing to add.'] : []),
  ];
}

function describeAdded({
  id,
  kind,
  routes: [{ model }],
  pricing,
  context_window: window,
}: AddedModel): string {
  const name = model === id ? id : `${id} (${model})`;
  const size = window === undefined ? '' : `, ${window} tokens`;
  const what = `${name}: ${kind ?? 'chat'}${size}`;
  if (!pricing) return `${what}, not in the catalog: no price is set`;
  const { input, output } = pricing;
  return `${what}, ${output === undefined ? input : `${input} in, ${output} out`}`;
}

interface PlanContext {
  readonly engine: string;
  readonly catalog: Catalog;
  readonly isWritten: boolean;
}

/** The same for a program (D-ENG-32). */
export function planToJson(plan: ModelsPlan, { engine, catalog, isWritten }: PlanContext): object {
  return { type: 'models_add', engine, written: isWritten, ...modelsPlanToJson(plan, catalog) };
}
