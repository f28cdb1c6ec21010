import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export interface StoredSecret {
  readonly generation: number;
  readonly sealed_secret: Buffer;
  readonly expires_at: number | null;
}

/** Active secrets of a webhook, newest first. */
export async function findLiveSecrets(
  db: Kysely<Tables>,
  webhookId: string,
  nowMs: number,
): Promise<StoredSecret[]> {
  return secretsOf(db, [webhookId], nowMs).select(['generation', 'sealed_secret', 'expires_at']).execute();
}

/** Active secrets of several webhooks. */
export async function findLiveSecretsOf(
  db: Kysely<Tables>,
  webhookIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Buffer[]>> {
  const rows = await secretsOf(db, webhookIds, nowMs).select(['webhook_id', 'sealed_secret']).execute();
  const secrets = new Map<string, Buffer[]>();
  for (const { webhook_id: id, sealed_secret: sealed } of rows)
    secrets.set(id, [...(secrets.get(id) ?? []), sealed]);
  return secrets;
}

export async function insertSecret(
  db: Kysely<Tables>,
  secret: { readonly webhookId: string; readonly generation: number; readonly sealed: Buffer },
): Promise<void> {
  await db
    .insertInto('webhook_secrets')
    .values({
      webhook_id: secret.webhookId,
      generation: secret.generation,
      sealed_secret: secret.sealed,
      expires_at: null,
    })
    .execute();
}

/** Limits the previous secret to the overlap. */
export async function expireSecret(
  db: Kysely<Tables>,
  webhookId: string,
  generation: number,
  expiresAtMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_secrets')
    .set({ expires_at: expiresAtMs })
    .where('webhook_id', '=', webhookId)
    .where('generation', '=', generation)
    .execute();
}

/** Deletes expired secrets and those of older generations. */
export async function dropSecrets(
  db: Kysely<Tables>,
  webhookId: string,
  { nowMs, beforeGeneration }: { readonly nowMs: number; readonly beforeGeneration: number },
): Promise<void> {
  await db
    .deleteFrom('webhook_secrets')
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('expires_at', '<=', nowMs), eb('generation', '<', beforeGeneration)]))
    .execute();
}

function secretsOf(db: Kysely<Tables>, webhookIds: readonly string[], nowMs: number) {
  return db
    .selectFrom('webhook_secrets')
    .where('webhook_id', 'in', webhookIds)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .orderBy('generation', 'desc');
}
