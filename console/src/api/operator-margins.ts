import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MarginReport, OrganizationMargin } from '@svc/contract';
import { MANAGED_ORGANIZATIONS } from './operator-organizations.ts';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

export type MarginPeriod = MarginReport['period'];
export type MarginOrder = 'retail' | 'engine_cost' | 'margin' | 'retail_change' | 'tokens_change';

/** One day, week or month. */
export interface MarginTime {
  readonly period: MarginPeriod;
  /** Its first day, UTC. Undefined: the one that runs. */
  readonly start: string | undefined;
}

function query({ period, start }: MarginTime) {
  return { period, at: start && `${start}T00:00:00Z` };
}

export const marginOptions = (time: MarginTime) =>
  queryOptions({
    queryKey: ['operator', 'margins', 'all', time],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => operatorCall('readMargins', { query: query(time), signal }),
  });

export const organizationMarginOptions = (id: string, time: MarginTime) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'margins', id, time],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      operatorCall('readOrganizationMargins', {
        path: { organization_id: id },
        query: query(time),
        signal,
      }),
  });

export const organizationMarginList = (time: MarginTime, sort: MarginOrder) =>
  listOptions<OrganizationMargin>(['operator', 'margins', 'organizations', time, sort], (page, options) =>
    operatorCall('listOrganizationMargins', { query: { ...page, ...query(time), sort }, ...options }),
  );
