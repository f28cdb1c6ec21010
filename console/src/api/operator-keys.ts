import type { OperatorKey, OperatorKeyCreation } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of the list of them. */
export const OPERATOR_KEYS = ['operator', 'keys'] as const;

export const operatorKeyList = () =>
  listOptions<OperatorKey>(OPERATOR_KEYS, (query, options) =>
    operatorCall('listOperatorKeys', { query, ...options }),
  );

export const createOperatorKey = (body: OperatorKeyCreation) => operatorCall('createOperatorKey', { body });

export const revokeOperatorKey = (id: string, totp: string) =>
  operatorCall('revokeOperatorKey', { path: { key_id: id }, body: { totp } });
