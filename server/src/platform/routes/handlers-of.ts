import type { Modules } from '../modules.ts';

type Surface = 'administration' | 'workspace' | 'console' | 'operator';

/** All modules' handlers of one API as one object, so that a missing operation does not compile where it is used. */
export type HandlersOf<Of extends Surface> = Intersection<
  Modules[number] extends infer One ? (One extends Record<Of, infer Handlers> ? Handlers : never) : never
>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export function handlersOf<Of extends Surface>(modules: Modules, surface: Of): HandlersOf<Of> {
  const declared = modules.map((module) =>
    surface in module ? (module as Record<Of, object>)[surface] : {},
  );
  return Object.assign({}, ...declared) as HandlersOf<Of>;
}
