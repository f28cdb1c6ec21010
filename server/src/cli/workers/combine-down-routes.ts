import type { DownRoute } from '#engine';

/** What all workers together have seen: a model that one of them cannot serve fails for some of the callers. */
export function combineDownRoutes(seen: readonly (readonly DownRoute[])[]): DownRoute[] {
  const routes = new Map<string, DownRoute>();
  for (const route of seen.flat()) {
    const name = JSON.stringify([route.model, route.engine, route.why]);
    const known = routes.get(name);
    if (!known || (known.isReplaced && !route.isReplaced)) routes.set(name, route);
  }
  return [...routes.values()];
}
