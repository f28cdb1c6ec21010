import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Traffic } from '@svc/contract';
import { operatorCall } from './operator-session.ts';

export type TrafficSpan = Traffic['span'];
export type TrafficSplit = Traffic['group_by'];

/** As often as nodes report themselves. Only while the page is seen. */
const LIVE_MS = 10_000;
const MAX_NODES = 100;

export const trafficOptions = (span: TrafficSpan, split: TrafficSplit) =>
  queryOptions({
    queryKey: ['operator', 'traffic', span, split],
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
    queryFn: ({ signal }) => operatorCall('readTraffic', { query: { span, group_by: split }, signal }),
  });

export const nodesOptions = queryOptions({
  queryKey: ['operator', 'nodes'],
  refetchInterval: LIVE_MS,
  queryFn: ({ signal }) => operatorCall('listNodes', { query: { limit: MAX_NODES }, signal }),
});
