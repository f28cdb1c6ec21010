import type { AuditEvent } from '@svc/contract';
import { DAY_MS } from '../ui/text/day-range.ts';
import { admin } from './console-api.ts';
import { listOptions } from './pages.ts';

export interface AuditFilters {
  /** Days of UTC, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly event?: string;
  readonly actor?: string;
  readonly resource?: string;
  readonly workspace?: string;
}

function queryOf({ from, to, event, actor, resource, workspace }: AuditFilters) {
  return {
    ...(from ? { starting_at: new Date(from).toISOString() } : {}),
    ...(to ? { ending_at: new Date(Date.parse(to) + DAY_MS).toISOString() } : {}),
    ...(event ? { event: [event] } : {}),
    ...(actor ? { actor_id: actor } : {}),
    ...(resource ? { resource_id: resource } : {}),
    ...(workspace ? { workspace_id: workspace } : {}),
  };
}

export const auditList = (filters: AuditFilters) =>
  listOptions<AuditEvent>(['audit', filters], (page, options) =>
    admin.listAuditEvents({ ...queryOf(filters), ...page }, options),
  );
