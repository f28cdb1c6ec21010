import type { Kysely } from 'kysely';
import type { Outbox } from '#features/mail';
import type { Module, OperatorHandlers } from '#features/module';
import type { Tables } from '#store';
import { approveSignUp, refuseSignUp } from './decide-sign-up.ts';
import { listSignUps } from './list-sign-ups.ts';
import { dropExpired } from './store.ts';

export interface SignUpModuleDeps {
  readonly db: Kysely<Tables>;
  readonly outbox: Pick<Outbox, 'seal'>;
}

/** Sign-ups as operators see and decide them, whether or not sign-up is on. */
export function signUpModule({ db, outbox }: SignUpModuleDeps) {
  return {
    operator: {
      listSignUps: (database, { query }) => listSignUps(database, query),
      approveSignUp: (change, { params }) => approveSignUp(change, params.signup_id, outbox.seal),
      refuseSignUp: (change, { params, body }) => refuseSignUp(change, params.signup_id, body),
    } satisfies Partial<OperatorHandlers>,
    retention: { sign_ups: (nowMs) => dropExpired(db, nowMs) },
  } satisfies Module;
}
