import type { OperatorAccount } from '@svc/contract';
import type { Kysely } from 'kysely';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { Tables } from '#store';
import { findOperatorPage, type OperatorWithSignIn } from './store/operators.ts';
import type { Living } from './store/sessions.ts';

/** The people who run the deployment, newest first. */
export function listOperatorAccounts(
  db: Kysely<Tables>,
  query: PageQuery,
  living: Living,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findOperatorPage(db, living, page),
    hasPlace: isWellFormedId('operator'),
    toItem: (operator) => toOperatorAccount(operator, living.nowMs),
    idOf: ({ id }) => id,
  });
}

function toOperatorAccount(operator: OperatorWithSignIn, nowMs: number): OperatorAccount {
  const { link_expires_at: linkExpiresAtMs, signed_in_at: signedInAtMs } = operator;
  const isLinkOpen = linkExpiresAtMs !== null && linkExpiresAtMs > nowMs;
  return {
    id: operator.id,
    type: 'operator',
    email: operator.email,
    name: operator.name,
    role: operator.role,
    sign_in: operator.issuer === null ? 'password' : 'sso',
    second_factor: factorOf(operator, isLinkOpen),
    last_sign_in_at: signedInAtMs === null ? null : toTimestamp(signedInAtMs),
    active_sign_ins: operator.sessions,
    created_at: toTimestamp(operator.created_at),
  };
}

function factorOf(operator: OperatorWithSignIn, isLinkOpen: boolean): OperatorAccount['second_factor'] {
  if (operator.has_authenticator) return 'set_up';
  if (operator.issuer !== null) return 'provider';
  return isLinkOpen ? 'link_sent' : 'link_expired';
}
