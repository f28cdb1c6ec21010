import type { OperatorAccount } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

export const operatorAccountList = () =>
  listOptions<OperatorAccount>(['operator', 'operators'], (query, options) =>
    operatorCall('listOperatorAccounts', { query, ...options }),
  );
