import type { NamedAuditEvent } from '@svc/contract';
import { findAuditEventGroup } from '../strings/audit-events.ts';
import { call } from './console-api.ts';
import { listOptions, type ListPage } from './pages.ts';

export interface AuditFilters {
  /** Days in the person's own time zone, both included. */
  readonly from?: string;
  readonly to?: string;
  /** The name of an event, or of a group of them. */
  readonly event?: string;
  readonly actor?: string;
  /** An id, or a part of a name. */
  readonly resource?: string;
  readonly workspace?: string;
}

function queryOf({ from, to, event = '', actor, resource, workspace }: AuditFilters) {
  const group = findAuditEventGroup(event);
  return {
    starting_at: from && localMidnight(from, 0),
    ending_at: to && localMidnight(to, 1),
    event: group ? Object.keys(group.events) : event || undefined,
    actor_id: actor,
    resource,
    workspace_id: workspace,
  };
}

/** Not a number of hours later: days on which clocks change have other ones. */
function localMidnight(day: string, daysLater: number): string {
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}

export const auditList = (filters: AuditFilters) =>
  listOptions<NamedAuditEvent>(['audit', filters], (page, { signal }) =>
    call<ListPage<NamedAuditEvent>>('GET', '/search/audit_events', {
      query: { ...queryOf(filters), ...page },
      signal,
    }),
  );
