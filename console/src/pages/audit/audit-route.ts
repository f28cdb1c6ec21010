import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditList, type AuditFilters } from '../../api/audit.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

const NAMES = [
  'from',
  'to',
  'event',
  'actor',
  'resource',
  'workspace',
] as const satisfies readonly (keyof AuditFilters)[];

/** What was typed, by the names of the filters; what is empty is no filter. */
export function filtersOf(valueOf: (name: string) => unknown): AuditFilters {
  const given = NAMES.map((name) => [name, valueOf(name)] as const).filter(
    ([, value]) => typeof value === 'string' && value.trim() !== '',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, (value as string).trim()]));
}

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>) => filtersOf((name) => search[name]),
  beforeLoad: requirePermission('audit.read'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(auditList(deps)),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
