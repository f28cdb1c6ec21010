import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { apiKeyList, apiKeyOptions, type KeyStatusFilter } from '../../api/api-keys.ts';
import { restrictionsOptions } from '../../api/key-restrictions.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

interface KeysSearch {
  readonly status?: KeyStatusFilter;
  readonly workspace?: string;
}

const STATUSES: readonly unknown[] = [
  'active',
  'inactive',
  'expired',
  'revoked',
  'all',
] satisfies readonly KeyStatusFilter[];

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: ({ status, workspace }: Record<string, unknown>): KeysSearch => ({
    ...(STATUSES.includes(status) ? { status: status as KeyStatusFilter } : {}),
    ...(typeof workspace === 'string' ? { workspace } : {}),
  }),
  beforeLoad: requirePermission('api_keys.read'),
  loaderDeps: ({ search }) => ({ status: search.status ?? 'active', workspace: search.workspace }),
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
