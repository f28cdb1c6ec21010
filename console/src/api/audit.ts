import type { NamedAuditEvent } from '@svc/contract';
import { auditEventGroups, isAuditEventGroup } from '../strings/audit-events.ts';
import { DAY_MS } from '../ui/text/day-range.ts';
import { call } from './console-api.ts';
import { listOptions, type ListPage } from './pages.ts';

export interface AuditFilters {
  /** Days of UTC, both included. */
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
    starting_at: from && new Date(from).toISOString(),
    ending_at: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
    event: isAuditEventGroup(event) ? Object.keys(auditEventGroups[event].events) : event || undefined,
    actor_id: actor,
    resource,
    workspace_id: workspace,
  };
}

export const auditList = (filters: AuditFilters) =>
  listOptions<NamedAuditEvent>(['audit', filters], (page, { signal }) =>
    call<ListPage<NamedAuditEvent>>('GET', '/search/audit_events', {
      query: { ...queryOf(filters), ...page },
      signal,
    }),
  );
