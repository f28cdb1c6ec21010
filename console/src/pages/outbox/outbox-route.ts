import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mailList } from '../../api/mails.ts';
import { nameIn, searchParser } from '../../shell/search-parser.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({ status: nameIn(searchNames.mailStatuses) });

export const outboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outbox',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('outbox.read'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { status } }) => void context.queries.prefetchInfiniteQuery(mailList(status)),
  component: lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
});
