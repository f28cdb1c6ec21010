import type { LimitValues } from '@svc/contract';
import { Created, type Module, type OperatorHandlers } from '#features/module';
import { DAY_MS } from '#kit';
import { listOperatorAccounts } from './operator-accounts.ts';
import { listOperatorEvents } from './operator-events.ts';
import { issueOperatorKey, listOperatorKeys, revokeOperatorKey } from './operator-keys.ts';
import { SEALED_AUTHENTICATORS } from './sealed-authenticators.ts';
import type { OperatorSignInDeps } from './sign-in-operator.ts';
import { dropOperatorEvents } from './store/events.ts';

export interface OperatorsModuleDeps extends Pick<OperatorSignInDeps, 'db' | 'operatorSessions'> {
  readonly limits: () => LimitValues;
}

/** The people who run the deployment, their keys and the log of what they do. */
export function operatorsModule({ db, limits, operatorSessions }: OperatorsModuleDeps) {
  return {
    operator: {
      listOperatorAccounts: (database, { query }) =>
        listOperatorAccounts(database, query, operatorSessions.livingNow()),
      listOperatorKeys: (database, { query }) => listOperatorKeys(database, query),
      listOperatorEvents: (database, { query }) => listOperatorEvents(database, query),
      createOperatorKey: async (change, { body }) => {
        const key = await issueOperatorKey(change.db, body, change.operator.id, change.nowMs);
        await change.note({ event: 'operator_key.created', resource: { type: 'operator_key', id: key.id } });
        return new Created(key);
      },
      revokeOperatorKey: async (change, { params: { key_id: id } }) => {
        await revokeOperatorKey(change.db, id, change.nowMs);
        await change.note({ event: 'operator_key.revoked', resource: { type: 'operator_key', id } });
        return { id, type: 'operator_key', deleted: true };
      },
    } satisfies Partial<OperatorHandlers>,
    sealed: [SEALED_AUTHENTICATORS],
    retention: {
      operator_sessions: () => operatorSessions.dropEnded(),
      operator_events: (nowMs) => dropOperatorEvents(db, nowMs - limits().audit_event_days * DAY_MS),
    },
  } satisfies Module;
}
