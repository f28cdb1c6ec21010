import { sql, type Kysely } from 'kysely';
import type { LeaseTimes } from '#leases';
import type { StoredSecret } from '#sealing';
import { toPreciseTimestamp, type StoredAttempt, type Tables } from '#store';
import type { HeldDelivery } from './leases.ts';
import { findSecretsOf } from './secrets.ts';

/** A leased delivery with everything an attempt needs. */
export interface ClaimedDelivery extends HeldDelivery {
  readonly webhookId: string;
  readonly organizationId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly url: string;
  readonly body: string;
  /** Previous attempts. */
  readonly attempts: readonly StoredAttempt[];
  /** Signing secrets, newest first, also expired ones. */
  readonly secrets: readonly StoredSecret[];
}

export interface DueWebhook {
  readonly id: string;
  readonly organizationId: string;
}

export interface Claim extends LeaseTimes {
  readonly claimId: string;
  /** Webhooks and organizations to skip. */
  readonly except: { readonly webhookIds: readonly string[]; readonly organizationIds: readonly string[] };
  /** Decides how many deliveries of each due webhook to claim. */
  readonly share: (due: readonly DueWebhook[]) => ReadonlyMap<string, number>;
}

const MAX_WEBHOOKS = 50;

export interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Due webhooks without a share. */
  readonly passedOver: readonly string[];
}

/**
 * Leases due deliveries, longest overdue first, of webhooks whose rows no other transaction has locked. Updates `due_at` of those webhooks to
 * what remains.
 */
export function claimDeliveries(db: Kysely<Tables>, claim: Claim): Promise<Claimed> {
  return db.transaction().execute(async (trx) => {
    const due = await lockDueWebhooks(trx, claim);
    const shared = claim.share(due);
    const passedOver = due.filter(({ id }) => !shared.has(id)).map(({ id }) => id);
    const shares = [...shared].map(([id, most]) => ({ id, most }));
    if (shares.length === 0) return { deliveries: [], passedOver };
    const leased = await leaseDeliveries(trx, shares, claim);
    await noteNextDue(trx, shares);
    return { deliveries: await withSecrets(trx, leased), passedOver };
  });
}

async function withSecrets(
  trx: Kysely<Tables>,
  leased: readonly Omit<ClaimedDelivery, 'secrets'>[],
): Promise<ClaimedDelivery[]> {
  if (leased.length === 0) return [];
  const webhookIds = [...new Set(leased.map(({ webhookId }) => webhookId))];
  const secrets = await findSecretsOf(trx, webhookIds);
  return leased.map((one) => ({ ...one, secrets: secrets.get(one.webhookId) ?? [] }));
}

async function lockDueWebhooks(trx: Kysely<Tables>, { nowMs, except }: Claim): Promise<DueWebhook[]> {
  let due = trx
    .selectFrom('webhooks')
    .select(['id', 'organization_id as organizationId'])
    .where('due_at', '<=', nowMs)
    .orderBy('due_at')
    .limit(MAX_WEBHOOKS)
    .forUpdate()
    .skipLocked();
  if (except.webhookIds.length > 0) due = due.where('id', 'not in', except.webhookIds);
  if (except.organizationIds.length > 0) due = due.where('organization_id', 'not in', except.organizationIds);
  return due.execute();
}

interface Share {
  readonly id: string;
  readonly most: number;
}

/** A disabled webhook only gets tests (D-HOOK-10). */
const SENDABLE = sql`d.status = 'pending' and d.lease_ends_at is null and (w.status = 'enabled' or d.event_type = 'webhook.test')`;

async function leaseDeliveries(
  trx: Kysely<Tables>,
  shares: readonly Share[],
  { claimId, nowMs, leaseEndsAtMs }: Claim,
): Promise<Omit<ClaimedDelivery, 'secrets'>[]> {
  const { rows } = await sql<Omit<ClaimedDelivery, 'secrets'>>`
    update webhook_deliveries d set leased_by = ${claimId}, lease_ends_at = ${toPreciseTimestamp(leaseEndsAtMs)}::timestamptz
    from (
      select due.id, w.url, w.organization_id
      from jsonb_to_recordset(${shares}::jsonb) as s (id text, most integer)
      join webhooks w on w.id = s.id
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.webhook_id = w.id and ${SENDABLE} and d.due_at <= ${toPreciseTimestamp(nowMs)}::timestamptz
        order by d.due_at limit s.most for update skip locked) due) as claimed
    join outbox_events e on true
    where d.id = claimed.id and e.id = d.event_id
    returning d.id, d.leased_by as "claimId", d.webhook_id as "webhookId", claimed.organization_id as "organizationId", d.event_id as "eventId",
      d.event_type as "eventType", claimed.url, e.body, d.attempts`.execute(trx);
  return rows;
}

async function noteNextDue(trx: Kysely<Tables>, shares: readonly Share[]): Promise<void> {
  const ids = sql.join(shares.map(({ id }) => id));
  await sql`
    update webhooks w set due_at = (
      select d.due_at from webhook_deliveries d where d.webhook_id = w.id and ${SENDABLE} order by d.due_at limit 1)
    where w.id in (${ids})`.execute(trx);
}
