import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { auditList } from '../../api/audit.ts';
import { day, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

/** What an address or a form means; what is empty or makes no sense is no filter. */
export const parseAuditFilters = searchParser({
  from: day,
  to: day,
  event: text,
  actor: text,
  resource: text,
  workspace: text,
});

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: parseAuditFilters,
  ...guardedPage({
    title: 'Audit log',
    icon: ScrollText,
    key: 'a',
    group: 'organization',
    permission: 'audit.read',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(auditList(deps)),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
