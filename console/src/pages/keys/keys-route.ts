import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { apiKeyList, apiKeyOptions } from '../../api/api-keys.ts';
import { restrictionsOptions } from '../../api/key-restrictions.ts';
import { nameIn, searchParser, sortBy, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({
  /** Words that are searched for. */
  q: text,
  status: nameIn(searchNames.keyFilters),
  workspace: text,
  owner: text,
  sort: sortBy(['name', 'status', 'last_used_at', 'created_at']),
});
export type KeysSearch = ReturnType<typeof parseSearch>;

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'API keys',
    icon: KeyRound,
    key: 'k',
    group: 'build',
    permission: 'api_keys.read',
  }),
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

/** While a rotation is watched: the id of the key that replaces this one. */
const parseKeySearch = searchParser({ successor: text });

export const keyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys/$keyId',
  validateSearch: parseKeySearch,
  beforeLoad: requirePermission('api_keys.read'),
  loader: ({ context, params }) =>
    Promise.all([
      context.queries.ensureQueryData(apiKeyOptions(params.keyId)),
      context.queries.ensureQueryData(restrictionsOptions(params.keyId)),
    ]),
  component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
});
