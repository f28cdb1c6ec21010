import { AuditEvent, auditEventQuery } from '../../schemas/administration/audit-event.ts';
import { CodeActivity, codeAnalyticsQuery } from '../../schemas/administration/code-analytics.ts';
import { listOf } from '../../schemas/administration/page.ts';
import {
  CostReport,
  costReportQuery,
  UsageReport,
  usageReportQuery,
} from '../../schemas/administration/reports.ts';
import { administration } from './administration-operation.ts';

/** The audit log (D-ADM-6), usage and cost (D-ADM-8, D-ADM-9). */
export const REPORT_OPERATIONS = [
  administration({
    id: 'listAuditEvents',
    method: 'GET',
    path: '/v1/organizations/audit_events',
    summary: 'Read the audit log',
    permission: 'audit.read',
    query: auditEventQuery,
    response: listOf(AuditEvent),
  }),
  administration({
    id: 'reportUsage',
    method: 'GET',
    path: '/v1/organizations/usage_report/messages',
    summary: 'Report usage over time',
    permission: 'usage.read',
    query: usageReportQuery,
    response: UsageReport,
  }),
  administration({
    id: 'reportCost',
    method: 'GET',
    path: '/v1/organizations/cost_report',
    summary: 'Report cost by day',
    permission: 'usage.read',
    query: costReportQuery,
    response: CostReport,
  }),
  administration({
    id: 'reportCodeAnalytics',
    method: 'GET',
    path: '/v1/organizations/code_analytics',
    summary: 'Report the usage of code clients on a day',
    permission: 'usage.read',
    query: codeAnalyticsQuery,
    response: listOf(CodeActivity),
  }),
] as const;
