import type { Kysely } from 'kysely';
import { decimalToNanos, nanosToDecimal, type SignUpConfig } from '#config';
import type { HttpExchange } from '#exchange';
import { recordAudit, SYSTEM_ACTOR, userAgentOf } from '#features/audit';
import { grantCredits } from '#features/billing';
import { insertOrganization } from '#features/managed-organizations';
import { placeOf, recordOperatorEvent } from '#features/operators';
import { addMember } from '#features/organization';
import type { Tables } from '#store';
import { actorOf } from './sign-up-actor.ts';
import type { StoredSignUp } from './store.ts';

const GRANT_NOTE = 'Sign-up';

interface Opening {
  readonly config: SignUpConfig;
  readonly signUp: StoredSignUp;
  /** Who becomes the primary owner. */
  readonly userId: string;
}

/** The organization of a person who signed up, with its credits, as the log of the deployment and its own tell of it. */
export async function openOrganization(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { config, signUp, userId }: Opening,
  nowMs: number,
): Promise<string> {
  const { organization_name: name, email } = signUp;
  const { plan } = config;
  const amountNanos = decimalToNanos(config.credits_usd);
  const declared = { name, plan, credits_enabled: amountNanos > 0, externalId: null };
  const organizationId = await insertOrganization(trx, declared, nowMs);
  await addMember(trx, { organizationId, userId, role: 'primary_owner' }, nowMs);
  const operatorEvent = { actor: actorOf(signUp), organizationId, ...placeOf(exchange) };
  await recordOperatorEvent(
    trx,
    {
      ...operatorEvent,
      event: 'organization.created',
      resource: { type: 'organization', id: organizationId },
      changes: {
        name: { from: null, to: name },
        plan: { from: null, to: plan },
        status: { from: null, to: 'active' },
      },
    },
    nowMs,
  );
  await recordAudit(
    trx,
    {
      organizationId,
      event: 'member.joined',
      actor: { type: 'user', id: userId, email, role: 'primary_owner' },
      resource: { type: 'user', id: userId },
      changes: { role: { from: null, to: 'primary_owner' } },
      ipAddress: exchange.address,
      userAgent: userAgentOf(exchange),
      requestId: exchange.requestId,
    },
    nowMs,
  );
  if (amountNanos > 0) await grant(trx, { organizationId, amountNanos, event: operatorEvent }, nowMs);
  return organizationId;
}

interface SignUpGrant {
  readonly organizationId: string;
  readonly amountNanos: number;
  readonly event: Pick<Parameters<typeof recordOperatorEvent>[1], 'actor' | 'organizationId'>;
}

async function grant(
  trx: Kysely<Tables>,
  { organizationId, amountNanos, event: operatorEvent }: SignUpGrant,
  nowMs: number,
): Promise<void> {
  const id = await grantCredits(trx, { organizationId, amountNanos, note: GRANT_NOTE }, nowMs);
  const event = {
    event: 'credits.granted',
    resource: { type: 'credit_grant', id },
    changes: { amount_usd: { from: null, to: nanosToDecimal(amountNanos) } },
  } as const;
  await recordAudit(trx, { ...event, organizationId, actor: SYSTEM_ACTOR }, nowMs);
  await recordOperatorEvent(trx, { ...operatorEvent, ...event }, nowMs);
}
