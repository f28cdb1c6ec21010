import type { Kysely } from 'kysely';
import type { StoredSecret } from '#sealing';
import type { Tables } from '#store';

/** Secrets of a webhook, newest first. Expired ones stay until the next rotation. */
export async function findSecrets(db: Kysely<Tables>, webhookId: string): Promise<StoredSecret[]> {
  return (await findSecretsOf(db, [webhookId])).get(webhookId) ?? [];
}

/** Secrets of several webhooks. */
export async function findSecretsOf(
  db: Kysely<Tables>,
  webhookIds: readonly string[],
): Promise<Map<string, StoredSecret[]>> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['webhook_id', 'sealed_secret as sealed', 'expires_at as expiresAtMs'])
    .where('webhook_id', 'in', webhookIds)
    .orderBy('generation', 'desc')
    .execute();
  return Map.groupBy(rows, (row) => row.webhook_id);
}

/** Takes the place of all secrets of a webhook. The caller must hold its lock, or have created it. */
export async function setSecrets(
  db: Kysely<Tables>,
  webhookId: string,
  secrets: readonly StoredSecret[],
): Promise<void> {
  await db.deleteFrom('webhook_secrets').where('webhook_id', '=', webhookId).execute();
  const rows = secrets.map(({ sealed, expiresAtMs }, i) => ({
    webhook_id: webhookId,
    generation: secrets.length - i,
    sealed_secret: sealed,
    expires_at: expiresAtMs,
  }));
  await db.insertInto('webhook_secrets').values(rows).execute();
}
