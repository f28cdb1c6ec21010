import { sql, type Kysely, type Selectable } from 'kysely';
import type { AuditEventQuery, AuditEventSearch } from '@svc/contract';
import {
  deleteInSteps,
  readPage,
  type JsonArray,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';
import type { AuditEvent } from '../record-audit.ts';
import { idsNamed } from './resource-names.ts';

export interface AuditRow {
  readonly id: string;
  readonly event: AuditEvent;
  readonly nowMs: number;
}

/** Events of whichever organizations. Those that are there already stay as they are: a write may have to be repeated. */
export async function insertAuditEvents(db: Kysely<Tables>, rows: readonly AuditRow[]): Promise<void> {
  await db
    .insertInto('audit_events')
    .values(rows.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records of the audit journal. Those that are there already stay as they are. */
export async function insertAuditRecords(db: Kysely<Tables>, records: JsonArray): Promise<void> {
  await sql`
    insert into audit_events (
      id, organization_id, workspace_id, event, actor, resource, ip_address, user_agent, request_id, changes, details, created_at)
    select id, organization_id, workspace_id, event, actor, resource, ip_address, user_agent, request_id, changes, details, created_at
    from jsonb_to_recordset(${records}::jsonb) as r(
      id text, organization_id text, workspace_id text, event text, actor jsonb, resource jsonb, ip_address text, user_agent text,
      request_id text, changes jsonb, details jsonb, created_at timestamptz)
    on conflict (id) do nothing`.execute(db);
}

/** An event as `audit_events` has it. */
export function toRow({ id, event, nowMs }: AuditRow) {
  return {
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
  };
}

export async function findAuditEvents(
  scope: OrganizationScope,
  query: AuditEventQuery & Pick<AuditEventSearch, 'resource'>,
  page: PageRequest,
): Promise<Page<StoredEvent>> {
  let events = eventsOf(scope).selectAll();
  if (query.starting_at !== undefined) events = events.where('created_at', '>=', query.starting_at);
  if (query.ending_at !== undefined) events = events.where('created_at', '<', query.ending_at);
  if (query.event !== undefined) events = events.where('event', 'in', query.event);
  if (query.workspace_id !== undefined) events = events.where('workspace_id', '=', query.workspace_id);
  if (query.actor_id !== undefined) events = events.where(sql`actor->>'id'`, '=', query.actor_id);
  if (query.resource_id !== undefined) events = events.where(sql`resource->>'id'`, '=', query.resource_id);
  if (query.resource !== undefined)
    events = events.where(sql<boolean>`resource->>'id' in ${idsNamed(scope, query.resource)}`);
  return readPage(events, 'id', page);
}

/** Drops events that are old enough (D-ADM-6). */
export async function dropAuditEvents(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const old = db.selectFrom('audit_events').where('created_at', '<', beforeMs).orderBy('created_at');
  await deleteInSteps(db, 'audit_events', old);
}

function eventsOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('audit_events').where('organization_id', '=', organizationId);
}

export type StoredEvent = Selectable<Tables['audit_events']>;
