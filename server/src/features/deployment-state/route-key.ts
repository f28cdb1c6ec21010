import type { RouteName } from '#engine';

/** Names may have any character in them. */
export function routeKey({ model, engine }: RouteName): string {
  return JSON.stringify([model, engine]);
}
