import { sql, type Selectable, type Updateable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { readPage, type Page, type PageRequest, type Tables } from '#store';
import type { WebhookOwner } from '../webhook-owner.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

export type NewWebhookRow = Pick<
  WebhookRow,
  'id' | 'url' | 'events' | 'description' | 'status' | 'created_at' | 'updated_at'
>;

export async function insertWebhook(owner: WebhookOwner, webhook: NewWebhookRow): Promise<void> {
  const { db, organizationId, workspaceId } = owner;
  await db
    .insertInto('webhooks')
    .values({ ...webhook, organization_id: organizationId, workspace_id: workspaceId })
    .execute();
}

export async function countWebhooks(owner: WebhookOwner): Promise<number> {
  const { count } = await webhooksOf(owner)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** `lock`: no other transaction changes it or adds deliveries until this one ends. */
export function findWebhook(
  owner: WebhookOwner,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<WebhookRow | undefined> {
  const webhook = webhooksOf(owner).selectAll().where('id', '=', id);
  return (lock ? webhook.forUpdate() : webhook).executeTakeFirst();
}

export function findWebhooks(owner: WebhookOwner, page: PageRequest): Promise<Page<WebhookRow>> {
  return readPage(webhooksOf(owner).selectAll(), 'id', page);
}

export async function setWebhook(
  { db, organizationId }: WebhookOwner,
  id: string,
  settings: Updateable<Tables['webhooks']>,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(settings)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Its secrets are deleted too; its deliveries are not. */
export async function deleteWebhookRow({ db, organizationId }: WebhookOwner, id: string): Promise<void> {
  await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

function webhooksOf({ db, organizationId, workspaceId }: WebhookOwner) {
  return db
    .selectFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', 'is not distinct from', workspaceId);
}

/** For the audit log. */
export const webhookNames: ResourceNames = ({ organizationId }) =>
  sql`select id, url as name from webhooks where organization_id = ${organizationId}`;
