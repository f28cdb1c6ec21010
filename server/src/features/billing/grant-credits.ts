import type { Kysely } from 'kysely';
import { decimalToNanos } from '#config';
import { findNamedOrganization } from '#features/organization';
import { newId } from '#kit';
import type { Tables } from '#store';
import { insertGrant } from './store/grants.ts';

export interface Grant {
  readonly organizationId: string;
  readonly amountNanos: number;
  /** The reason, shown in the ledger. */
  readonly note: string;
}

/**
 * Adds credits to an organization's wallet and returns the ledger's transaction id. Throws RangeError unless
 * the amount is above 0, BalanceTooLarge.
 */
export async function grantCredits(db: Kysely<Tables>, grant: Grant, nowMs: number): Promise<string> {
  if (!Number.isSafeInteger(grant.amountNanos) || grant.amountNanos <= 0)
    throw new RangeError('a grant is a whole number of nano-dollars above 0');
  const transactionId = newId('grant_', nowMs);
  await insertGrant(db, transactionId, grant, nowMs);
  return transactionId;
}

export interface GrantRequest {
  /** Id or name. */
  readonly organization: string;
  /** Decimal text. */
  readonly amountUsd: string;
  readonly note: string;
}

export interface Granted {
  readonly organizationId: string;
  readonly transactionId: string;
  /** False: the organization has credits, but its calls may not use them. */
  readonly creditsEnabled: boolean;
}

/** `grantCredits` for an organization named by id or name. Throws UnknownOrganization, BalanceTooLarge. */
export async function grantCreditsTo(
  db: Kysely<Tables>,
  { organization, amountUsd, note }: GrantRequest,
  nowMs: number,
): Promise<Granted> {
  const { id: organizationId, creditsEnabled } = await findNamedOrganization(db, organization);
  const transactionId = await grantCredits(
    db,
    { organizationId, amountNanos: decimalToNanos(amountUsd), note },
    nowMs,
  );
  return { organizationId, transactionId, creditsEnabled };
}
