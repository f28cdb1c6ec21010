import { ORGANIZATION_EVENT_TYPES } from '@svc/contract';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** What routing needs of an event. */
export interface RoutedEvent {
  readonly id: string;
  readonly type: string;
  readonly organization_id: string;
  readonly workspace_id: string | null;
  /** RFC 3339. */
  readonly created_at: string;
}

export interface EventRoute {
  readonly webhook_id: string;
  readonly status: 'enabled' | 'disabled';
  readonly event_id: string;
  readonly event_type: string;
}

const OF_ORGANIZATIONS: readonly string[] = ORGANIZATION_EVENT_TYPES;

/**
 * Finds and locks the webhooks subscribed to each event: webhooks of its workspace, and of the organization for organization-wide types
 * (HOOK-30, HOOK-31, D-HOOK-13). Events of a workspace that was archived before are not routed (D-WORK-4).
 */
export async function lockRoutes(trx: Kysely<Tables>, events: readonly RoutedEvent[]): Promise<EventRoute[]> {
  const known = events.map((event) => ({ ...event, of_organization: OF_ORGANIZATIONS.includes(event.type) }));
  const { rows } = await sql<EventRoute>`
    with e as (
      select * from jsonb_to_recordset(${known}::jsonb) as e (
        id text, type text, organization_id text, workspace_id text, created_at timestamptz, of_organization boolean))
    select w.id as webhook_id, w.status, e.id as event_id, e.type as event_type
    from e join webhooks w on w.organization_id = e.organization_id
      and (w.workspace_id = e.workspace_id or (w.workspace_id is null and e.of_organization))
      and (w.events ? e.type or w.events ? '*')
    left join workspaces s on s.id = w.workspace_id
    where s.archived_at is null or s.archived_at > e.created_at
    order by w.id, e.id
    for update of w`.execute(trx);
  return rows;
}
