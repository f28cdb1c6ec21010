import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mailList, type MailStatus } from '../../api/mails.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

export const outboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outbox',
  validateSearch: ({ status }: Record<string, unknown>): { readonly status?: MailStatus } =>
    typeof status === 'string' && status in searchNames.mailStatuses ? { status: status as MailStatus } : {},
  beforeLoad: requirePermission('outbox.read'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { status } }) => void context.queries.prefetchInfiniteQuery(mailList(status)),
  component: lazyRouteComponent(() => import('./outbox-page.tsx'), 'OutboxPage'),
});
