import type { NamedAuditEvent } from '@svc/contract';
import { findAuditEventGroup } from '../strings/audit-events.ts';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

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
  return {
    starting_at: from && localMidnight(from, 0),
    ending_at: to && localMidnight(to, 1),
    event: namesOf(event),
    actor_id: actor,
    resource,
    workspace_id: workspace,
  };
}

function namesOf(event: string): readonly string[] | undefined {
  const group = findAuditEventGroup(event);
  if (group) return Object.keys(group.events);
  return event === '' ? undefined : [event];
}

/** Not a number of hours later: days on which clocks change have other ones. */
function localMidnight(day: string, daysLater: number): string {
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}

export const auditList = (filters: AuditFilters) =>
  listOptions<NamedAuditEvent>(['audit', filters], (page, options) =>
    call('searchAuditEvents', { query: { ...queryOf(filters), ...page }, ...options }),
  );
