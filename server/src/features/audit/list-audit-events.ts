import type { AuditEvent, AuditEventQuery } from '@svc/contract';
import { listPage, isWellFormedId, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findAuditEvents, type StoredEvent } from './store/audit-events.ts';

/** The audit log (D-ADM-6). `resourceIds`: events about one of these only. */
export function listAuditEvents(
  scope: OrganizationScope,
  query: AuditEventQuery,
  resourceIds?: readonly string[],
): Promise<ListBody<AuditEvent>> {
  return listPage(query, {
    read: (page) => findAuditEvents(scope, query, page, resourceIds),
    // Old events are deleted, and a client may hold a cursor to one.
    hasPlace: isWellFormedId('auditEvent'),
    toItem: toAuditEvent,
    idOf: ({ id }) => id,
  });
}

function toAuditEvent(row: StoredEvent): AuditEvent {
  return {
    id: row.id,
    type: 'audit_event',
    event: row.event,
    created_at: toTimestamp(row.created_at),
    actor: row.actor,
    resource: row.resource,
    workspace_id: row.workspace_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    request_id: row.request_id,
    changes: row.changes,
    details: row.details,
  };
}
