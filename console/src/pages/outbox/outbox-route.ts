import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Mails } from 'lucide-react';
import { mailList } from '../../api/mails.ts';
import { nameIn, searchParser } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({ status: nameIn(searchNames.mailStatuses) });

export const outboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outbox',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Mail outbox',
    icon: Mails,
    key: 'x',
    group: 'organization',
    permission: 'outbox.read',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { status } }) => void context.queries.prefetchInfiniteQuery(mailList(status)),
  component: lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
});
