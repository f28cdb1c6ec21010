import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { ConsoleHandlers, Module } from '#features/module';
import type { MemberCaller } from '#features/permissions';
import type { Tables } from '#store';
import { livingAt } from './person-sessions.ts';
import { readMe, type ReadMeDeps } from './read-me.ts';
import { MAX_WINDOW_MS } from './sign-in-limits.ts';
import { dropEnded } from './store/sessions.ts';

export interface AccountsModuleDeps extends ReadMeDeps {
  readonly limits: () => LimitValues;
}

export function consoleAuthModule(deps: AccountsModuleDeps) {
  return {
    console: { readMe: (scope, _, caller) => readMe(deps, scope, caller) } satisfies Partial<
      ConsoleHandlers<MemberCaller>
    >,
    retention: { sessions: (nowMs) => dropEndedSessions(deps.db, deps.limits(), nowMs) },
  } satisfies Module;
}

/** Deletes expired sessions, challenges, links and attempt counts. */
async function dropEndedSessions(db: Kysely<Tables>, limits: LimitValues, nowMs: number): Promise<void> {
  await dropEnded(db, livingAt(limits, nowMs), nowMs - MAX_WINDOW_MS);
}
