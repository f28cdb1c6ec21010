import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { usageOptions, type Dimension, type Measure, type UsageQuestion } from '../../api/usage.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';
import { lastDays } from '../../ui/text/day-range.ts';

interface UsageSearch {
  readonly from?: string;
  readonly to?: string;
  readonly show?: Measure;
  readonly by?: Dimension;
}

const DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function search({ from, to, show, by }: Record<string, unknown>): UsageSearch {
  const days = { from: dayOf(from), to: dayOf(to) };
  return {
    ...(days.from ? { from: days.from } : {}),
    ...(days.to ? { to: days.to } : {}),
    ...(typeof show === 'string' && show in searchNames.usageMeasures ? { show: show as Measure } : {}),
    ...(typeof by === 'string' && by in searchNames.usageDimensions ? { by: by as Dimension } : {}),
  };
}

/** What the address asks for. */
function questionOf({ from, to, show = 'cost', by = 'model' }: UsageSearch): UsageQuestion {
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
  validateSearch: search,
  beforeLoad: requirePermission('usage.read'),
  loaderDeps: ({ search: asked }) => questionOf(asked),
  loader: ({ context, deps }) => void context.queries.prefetchQuery(usageOptions(deps)),
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
});
