import type { Traffic } from '@svc/contract';

export type RouteTotals = Traffic['total'];

const NONE: RouteTotals = {
  requests: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  cache_saved_usd: '0.00',
  first_output: null,
  duration: null,
};

/** Undefined: it may be among those that are told as one. */
export function totalsOfRoute(
  series: readonly Pick<Traffic['series'][number], 'group' | 'is_other' | 'total'>[],
  route: string,
): RouteTotals | undefined {
  const found = series.find(({ group }) => group === route);
  if (found) return found.total;
  return series.some(({ is_other: isOther }) => isOther) ? undefined : NONE;
}
