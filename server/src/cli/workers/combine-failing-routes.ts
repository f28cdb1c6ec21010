import type { FailingRoute } from '#engine';

/** What all workers together have seen: a model that one of them cannot serve fails for some of the callers. */
export function combineFailingRoutes(seen: readonly (readonly FailingRoute[])[]): FailingRoute[] {
  const routes = new Map<string, FailingRoute>();
  for (const route of seen.flat()) {
    const name = JSON.stringify([route.model, route.engine]);
    const known = routes.get(name);
    if (!known || (known.isReplaced && !route.isReplaced)) routes.set(name, route);
  }
  return [...routes.values()];
}
