import { useRouter, type AnyRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { shellStrings } from '../strings/shell.ts';
import { listedPageOf, type ListedPage } from '../ui/page-row.ts';

export interface NavigationGroup {
  /** Absent: the group needs no name. */
  readonly label?: string;
  readonly entries: readonly ListedPage[];
}

/** The pages in the navigation below a shell, in the order of its routes. */
export function useListedPages(shell: '/shell' | '/operator-shell'): readonly ListedPage[] {
  const router = useRouter();
  const routes = router.routesById as Readonly<Record<string, AnyRoute>>;
  return useMemo(() => {
    const children = (routes[shell]?.children ?? []) as readonly AnyRoute[];
    return children.map(listedPageOf).filter((page) => page !== undefined);
  }, [routes, shell]);
}

/** Each group where its first page stands. */
export function grouped(pages: readonly ListedPage[]): readonly NavigationGroup[] {
  return [...Map.groupBy(pages, ({ group }) => group)].map(([group, entries]) => ({
    ...(group && { label: shellStrings.groups[group] }),
    entries,
  }));
}
