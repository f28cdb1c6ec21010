import type { NewOperatorKey, OperatorKey, OperatorKeyCreation } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of the list of them. */
export const OPERATOR_KEYS = ['operator', 'keys'] as const;

export const operatorKeyList = () =>
  listOptions<OperatorKey>(OPERATOR_KEYS, (page, { signal }) =>
    operatorCall('GET', '/keys', { query: { ...page }, signal }),
  );

export const createOperatorKey = (body: OperatorKeyCreation) =>
  operatorCall<NewOperatorKey>('POST', '/keys', { body });

export const revokeOperatorKey = (id: string, totp: string) =>
  operatorCall('POST', `/keys/${encodeURIComponent(id)}/revoke`, { body: { totp } });
