import type { OperatorEvent } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

export const operatorEventList = (organization: string | undefined) =>
  listOptions<OperatorEvent>(['operator', 'events', organization ?? ''], (page, options) =>
    operatorCall('listOperatorEvents', { query: { ...page, organization_id: organization }, ...options }),
  );
