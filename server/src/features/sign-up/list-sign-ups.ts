import type { SignUp, SignUpQuery } from '@svc/contract';
import type { Kysely } from 'kysely';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { Tables } from '#store';
import { findSignUpPage, type VerifiedSignUp } from './store.ts';

/** Sign-ups whose address was verified, newest first. What strangers typed besides is seen by nobody. */
export function listSignUps(db: Kysely<Tables>, query: SignUpQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findSignUpPage(db, query, page),
    hasPlace: isWellFormedId('signUp'),
    toItem: toSignUp,
    idOf: ({ id }) => id,
  });
}

export function toSignUp(row: VerifiedSignUp): SignUp {
  return {
    id: row.id,
    type: 'sign_up',
    status: row.status,
    email: row.email,
    name: row.name,
    organization_name: row.organization_name,
    organization_id: row.organization_id,
    reason: row.reason,
    created_at: toTimestamp(row.created_at),
    decided_at: row.decided_at === null ? null : toTimestamp(row.decided_at),
    expires_at: toTimestamp(row.expires_at),
  };
}
