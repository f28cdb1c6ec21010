import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { AuditEventQuery } from '@svc/contract';
import { DAY_MS, newId } from '#kit';
import {
  deleteInSteps,
  readPage,
  selectPage,
  type JsonArray,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';
import type { AuditEvent } from '../record-audit.ts';

/** More than the time in an event's id and its `created_at` ever differ: one is from the end of a request, the other from its beginning. */
const MAX_APART_MS = DAY_MS;

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

/** `resourceIds`: of events about one of these only. */
export async function findAuditEvents(
  scope: OrganizationScope,
  query: AuditEventQuery,
  page: PageRequest,
  resourceIds?: readonly string[],
): Promise<Page<StoredEvent>> {
  let events = eventsIn(scope, query).selectAll();
  if (query.event !== undefined) events = events.where('event', 'in', query.event);
  if (query.workspace_id !== undefined) events = events.where('workspace_id', '=', query.workspace_id);
  if (query.actor_id !== undefined) events = events.where(sql`actor->>'id'`, '=', query.actor_id);
  if (query.resource_id !== undefined) events = events.where(sql`resource->>'id'`, '=', query.resource_id);
  if (resourceIds === undefined) return readPage(events, 'id', page);
  return readPage(eventsOfEach(scope, resourceIds, events, page), 'events.id', page);
}

/**
 * Of each resource the page of its own events. The database does not know how common the resources are; left to itself, it may read all
 * events of the organization for each. Between an id and itself, and in this order, only the index by resource will do. The ids are
 * looked up before: a search in names is estimated to find a third of them, and so expensive a query would be compiled first.
 */
function eventsOfEach(
  { db }: OrganizationScope,
  ids: readonly string[],
  events: SelectQueryBuilder<Tables, 'audit_events', StoredEvent>,
  page: PageRequest,
) {
  const resourceId = sql<string>`resource->>'id'`;
  const ofOne = events
    .where(sql<boolean>`${resourceId} between named.id and named.id`)
    .orderBy(resourceId, page.beforeId === undefined ? 'desc' : 'asc');
  const named = sql<{ id: string }>`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
  return db
    .selectFrom(named.as<'named'>(sql`named(id)`))
    .crossJoinLateral(selectPage(ofOne, 'id', page).as('events'))
    .selectAll('events');
}

/** Drops events that are old enough (D-ADM-6). */
export async function dropAuditEvents(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const old = db.selectFrom('audit_events').where('created_at', '<', beforeMs).orderBy('created_at');
  await deleteInSteps(db, 'audit_events', old);
}

/** Bounds of the ids too: the list is in their order, so that it begins and ends there. */
function eventsIn(
  { db, organizationId }: OrganizationScope,
  { starting_at: sinceMs, ending_at: beforeMs }: Pick<AuditEventQuery, 'starting_at' | 'ending_at'>,
) {
  let events = db.selectFrom('audit_events').where('organization_id', '=', organizationId);
  if (sinceMs !== undefined)
    events = events
      .where('created_at', '>=', sinceMs)
      .where('id', '>', newId('audit_', Math.max(0, sinceMs - MAX_APART_MS)));
  if (beforeMs !== undefined)
    events = events
      .where('created_at', '<', beforeMs)
      .where('id', '<', newId('audit_', beforeMs + MAX_APART_MS));
  return events;
}

export type StoredEvent = Selectable<Tables['audit_events']>;
