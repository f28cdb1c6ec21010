import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import type { AuditEvent } from './record-audit.ts';

export async function insertAuditEvent(db: Kysely<Tables>, id: string, event: AuditEvent, nowMs: number): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id,
      organization_id: event.organizationId,
      workspace_id: event.workspaceId ?? null,
      event: event.event,
      actor: event.actor,
      resource: event.resource,
      ip_address: event.ipAddress ?? null,
      user_agent: event.userAgent ?? null,
      request_id: event.requestId ?? null,
      changes: event.changes ?? {},
      details: event.details ?? {},
      created_at: nowMs,
    })
    .execute();
}
