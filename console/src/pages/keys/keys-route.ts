import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { apiKeyList, apiKeyOptions, type KeySort, type KeyStatusFilter } from '../../api/api-keys.ts';
import { restrictionsOptions } from '../../api/key-restrictions.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { isSortName } from '../../ui/sort-name.ts';

export interface KeysSearch {
  /** Words that are searched for. */
  readonly q?: string;
  readonly status?: KeyStatusFilter;
  readonly workspace?: string;
  readonly owner?: string;
  readonly sort?: KeySort;
}

const STATUSES: readonly unknown[] = [
  'active',
  'inactive',
  'expired',
  'revoked',
  'all',
] satisfies readonly KeyStatusFilter[];
const SORTS = ['name', 'status', 'last_used_at', 'created_at'] as const;

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: ({ q, status, workspace, owner, sort }: Record<string, unknown>): KeysSearch => ({
    // The router reads what looks like a number as one.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(STATUSES.includes(status) ? { status: status as KeyStatusFilter } : {}),
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(isSortName(SORTS, sort) ? { sort } : {}),
  }),
  beforeLoad: requirePermission('api_keys.read'),
  loaderDeps: ({ search: { q, status = 'active', workspace, owner, sort = '-created_at' } }) => ({
    search: q,
    status,
    workspace,
    owner,
    sort,
  }),
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(apiKeyList(deps)),
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});

export const keyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys/$keyId',
  /** While a rotation is watched: the id of the key that replaces this one. */
  validateSearch: ({ successor }: Record<string, unknown>): { readonly successor?: string } =>
    typeof successor === 'string' ? { successor } : {},
  beforeLoad: requirePermission('api_keys.read'),
  loader: ({ context, params }) =>
    Promise.all([
      context.queries.ensureQueryData(apiKeyOptions(params.keyId)),
      context.queries.ensureQueryData(restrictionsOptions(params.keyId)),
    ]),
  component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
});
