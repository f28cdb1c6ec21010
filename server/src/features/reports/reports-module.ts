import type { LimitValues } from '@svc/contract';
import type { AdministrationHandlers, ConsoleHandlers, Module, OperatorHandlers } from '#features/module';
import { accessOf, type EffectiveRoles, type MemberCaller } from '#features/permissions';
import type { Clock } from '#kit';
import { listRequests } from './list-requests.ts';
import { listAnyRequests } from './list-any-requests.ts';
import { readAnyRequest } from './read-any-request.ts';
import { readRequest } from './read-request.ts';
import { reportCodeAnalytics } from './report-code-analytics.ts';
import { reportCost } from './report-cost.ts';
import { reportUsageSeries } from './report-usage-series.ts';
import type { NameAccess } from './store/group-names.ts';
import { reportUsage } from './report-usage.ts';

export interface ReportsModuleDeps {
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

export function reportsModule({ clock, limits }: ReportsModuleDeps) {
  return {
    administration: {
      reportUsage: (_, { query }, { access }) => reportUsage(access, query, limits(), clock.nowMs()),
      reportCost: (_, { query }, { access }) => reportCost(access, query, limits(), clock.nowMs()),
      reportCodeAnalytics: (_, { query }, { access }) => reportCodeAnalytics(access, query),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      listRequests: (_, { query }, { access }) => listRequests(access, query),
      reportUsageSeries: (_, { query }, { access, roles }) =>
        reportUsageSeries(access, query, nameAccessOf(roles), clock.nowMs()),
      readRequest: (_, { params }, { access }) => readRequest(access, params.request_id),
    } satisfies Partial<ConsoleHandlers<MemberCaller>>,
    operator: {
      listAnyRequests: (db, { query }) => listAnyRequests(db, query),
      readAnyRequest: (db, { params }) => readAnyRequest(db, params.request_id),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}

function nameAccessOf(roles: EffectiveRoles): NameAccess {
  return {
    keys: accessOf(roles, 'api_keys.read'),
    adminKeys: accessOf(roles, 'admin_keys.manage'),
    members: accessOf(roles, 'members.manage'),
    userId: roles.userId,
  };
}
