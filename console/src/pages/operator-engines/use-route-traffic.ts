import { useQuery } from '@tanstack/react-query';
import type { Traffic } from '@svc/contract';
import { trafficOptions, type TrafficSpan } from '../../api/operator-health.ts';

export type RouteTotals = Traffic['total'];

const NONE: RouteTotals = {
  requests: 0,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  first_output: null,
  duration: null,
};

/** What the calls of a route came to, on all nodes. Undefined: it is not known yet, or cannot be read. */
export function useRouteTraffic(
  span: TrafficSpan,
): (engine: string, model: string) => RouteTotals | undefined {
  const { data } = useQuery(trafficOptions(span, 'route'));
  return (engine, model) =>
    data && (data.series.find(({ group }) => group === `${engine}: ${model}`)?.total ?? NONE);
}
