import { useQuery } from '@tanstack/react-query';
import { trafficOptions, type TrafficSpan } from '../../api/operator-health.ts';
import { totalsOfRoute, type RouteTotals } from './totals-of-route.ts';

/** What the calls of a route came to, on all nodes. Undefined: it is not known yet, or cannot be read. */
export function useRouteTraffic(
  span: TrafficSpan,
): (engine: string, model: string) => RouteTotals | undefined {
  const { data } = useQuery(trafficOptions(span, 'route'));
  return (engine, model) => data && totalsOfRoute(data.series, `${engine}: ${model}`);
}
