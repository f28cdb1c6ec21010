import { listOf } from '../../schemas/administration/page.ts';
import {
  Billing,
  billingUpdate,
  LedgerEntry,
  ledgerQuery,
  Payment,
  paymentRecord,
} from '../../schemas/console/billing.ts';
import { PlaygroundCredential, playgroundRequest } from '../../schemas/console/playground.ts';
import { RequestRecord, requestQuery, RequestSummary } from '../../schemas/console/request-record.ts';
import { UsageSeries, usageSeriesQuery } from '../../schemas/console/usage-series.ts';
import { changesNothing } from '../changes-nothing.ts';
import { consoleOperation } from './console-operation.ts';

/** What was used and what is paid (D-CONS-7), and calls from the playground. */
export const CONSOLE_USAGE_OPERATIONS = [
  consoleOperation({
    id: 'readBilling',
    method: 'GET',
    path: '/console/api/billing',
    summary: 'Read plan, allowance and credits',
    permission: 'billing.read',
    response: Billing,
  }),
  consoleOperation({
    id: 'updateBilling',
    method: 'PATCH',
    path: '/console/api/billing',
    summary: 'Turn credits on or off',
    permission: 'billing.manage',
    body: billingUpdate,
    response: Billing,
    errors: ['forbidden'],
  }),
  consoleOperation({
    id: 'listLedgerEntries',
    method: 'GET',
    path: '/console/api/billing/ledger',
    summary: 'List credit ledger entries',
    permission: 'billing.read',
    query: ledgerQuery,
    response: listOf(LedgerEntry),
  }),
  consoleOperation({
    id: 'recordPayment',
    method: 'POST',
    path: '/console/api/billing/payments',
    summary: 'Record a received payment as credits',
    permission: 'billing.manage',
    body: paymentRecord,
    readOnly: Object.keys(Payment.shape),
    response: Payment,
    successStatuses: [201],
    errors: ['forbidden'],
  }),
  consoleOperation({
    id: 'listRequests',
    method: 'GET',
    path: '/console/api/requests',
    summary: 'List model calls',
    permission: 'usage.read',
    query: requestQuery,
    response: listOf(RequestSummary),
  }),
  consoleOperation({
    id: 'readRequest',
    method: 'GET',
    path: '/console/api/requests/{request_id}',
    summary: 'Read the record of a request',
    permission: 'usage.read',
    response: RequestRecord,
    errors: ['request_not_found'],
  }),
  consoleOperation({
    id: 'reportUsageSeries',
    method: 'GET',
    path: '/console/api/usage_report/series',
    summary: 'Report usage or cost by time and group, beside the period before',
    permission: 'usage.read',
    query: usageSeriesQuery,
    response: UsageSeries,
  }),
  changesNothing(
    consoleOperation({
      id: 'createPlaygroundCredential',
      method: 'POST',
      path: '/console/api/playground/credential',
      summary: 'Create a short-lived token for calls in a workspace',
      permission: 'playground.use',
      replays: false,
      body: playgroundRequest,
      response: PlaygroundCredential,
      errors: ['workspace_not_found', 'workspace_archived'],
    }),
  ),
] as const;
