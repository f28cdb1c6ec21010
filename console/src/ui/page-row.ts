import { useRouter, useRouterState, type AnyRoute } from '@tanstack/react-router';
import type { Permission } from '@svc/contract';
import type { LucideIcon } from 'lucide-react';
import type { shellStrings } from '../strings/shell.ts';

/** A page that has a place in the navigation. It stands in its route; the order of the pages is that of `routes.ts`. */
export interface PageRow {
  /** In the navigation, above the page, in the palette and in the trail of the pages below it. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** Behind `g`, it leads there. */
  readonly key?: string;
  /** Absent: above all groups. */
  readonly group?: keyof typeof shellStrings.groups;
  /** Who lacks it has neither the page nor its place in the navigation. Absent: everybody has them. */
  readonly permission?: Permission;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PageRow;
  }
}

export interface ListedPage extends PageRow {
  readonly path: string;
}

export function listedPageOf({ fullPath, options }: AnyRoute): ListedPage | undefined {
  const row = options.staticData?.page;
  return row && { ...row, path: fullPath };
}

/** The page that is open, or of one that is not in the navigation the page that it belongs to: of `/keys/$keyId` it is `/keys`. */
export function useListedPage(): ListedPage | undefined {
  const router = useRouter();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' });
  const routes = router.routesByPath as Readonly<Record<string, AnyRoute>>;
  const parts = path.split('/');
  for (let count = parts.length; count > 1; count -= 1) {
    const route = routes[parts.slice(0, count).join('/') || '/'];
    const page = route && listedPageOf(route);
    if (page) return page;
  }
  return undefined;
}
