import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { usageOptions, type UsageQuestion } from '../../api/usage.ts';
import { day, nameIn, searchParser } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';
import { lastDays } from '../../api/day-range.ts';

const DAYS = 30;

const parseSearch = searchParser({
  from: day,
  to: day,
  show: nameIn(searchNames.usageMeasures),
  by: nameIn(searchNames.usageDimensions),
});

/** What the address asks for. */
function questionOf({
  from,
  to,
  show = 'cost',
  by = 'model',
}: ReturnType<typeof parseSearch>): UsageQuestion {
  const usual = lastDays(DAYS);
  return {
    from: from ?? usual.from,
    to: to ?? usual.to,
    measure: show,
    by,
  };
}

export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Usage and cost',
    icon: ChartColumn,
    key: 'u',
    group: 'money',
    permission: 'usage.read',
  }),
  loaderDeps: ({ search }) => questionOf(search),
  loader: ({ context, deps }) => void context.queries.prefetchQuery(usageOptions(deps)),
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
});
