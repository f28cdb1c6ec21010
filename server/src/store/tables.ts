import type {
  OwnerLinksTable,
  PasskeysTable,
  SecondFactorsTable,
  SessionsTable,
  SignInAttemptsTable,
  SignInChallengesTable,
  SignInMethodsTable,
} from './tables/accounts.ts';
import type {
  ApiKeysTable,
  AdminKeysTable,
  ModelAllowlistsTable,
  RateLimitOverridesTable,
} from './tables/credentials.ts';
import type {
  AuditEventsTable,
  EventCursorsTable,
  IdempotentResponsesTable,
  OutboxEventsTable,
  ReplyMarksTable,
  ResponseItemsTable,
  SignedRepliesTable,
} from './tables/events.ts';
import type { BatchesTable, BatchLinesTable } from './tables/batches.ts';
import type { CodeCountsTable, CodeSeriesTable } from './tables/code-telemetry.ts';
import type {
  DirectoryGroupMembersTable,
  DirectoryGroupsTable,
  DirectoryReconciliationsTable,
  DirectoryRoleGrantsTable,
  DirectoryTokensTable,
  DirectoryUsersTable,
  DirectoryWorkspaceGrantsTable,
} from './tables/directory.ts';
import type { FilesTable } from './tables/files.ts';
import type { PluginInstallationsTable, PluginsTable } from './tables/plugins.ts';
import type {
  PromptTemplateLabelsTable,
  PromptTemplatesTable,
  PromptTemplateVersionsTable,
} from './tables/prompts.ts';
import type { DomainsTable } from './tables/domains.ts';
import type { InferenceHookMinutesTable, InferenceHooksTable } from './tables/inference-hooks.ts';
import type { JobsTable } from './tables/jobs.ts';
import type {
  EngineProbesTable,
  OperatorEventsTable,
  OperatorKeysTable,
  OperatorLinksTable,
  OperatorSessionsTable,
  OperatorsTable,
  RoutesOutOfServiceTable,
} from './tables/operators.ts';
import type { MailsTable } from './tables/mail.ts';
import type { SignUpsTable } from './tables/sign-ups.ts';
import type {
  SpendLimitsTable,
  UsageRecordsTable,
  UsageMonthsTable,
  UsagePeriodsTable,
  UsageSumsTable,
  PlanUsageTable,
  CreditSpendTable,
  LedgerEntriesTable,
  WalletsTable,
  WalletLeasesTable,
  LimitLeasesTable,
  PaymentsTable,
} from './tables/money.ts';
import type {
  OrganizationsTable,
  UsersTable,
  MembersTable,
  WorkspacesTable,
  WorkspaceMembersTable,
  InvitesTable,
  MemberGroupsTable,
  MemberGroupUsersTable,
} from './tables/organizations.ts';
import type { RequestRecordsTable, RequestSumsTable } from './tables/requests.ts';
import type { NodesTable, TrafficIncrementsTable, TrafficTable } from './tables/traffic.ts';
import type {
  SsoConnectionsTable,
  SsoEndNoticesTable,
  SsoLinksTable,
  SsoResponsesTable,
  SsoTestsTable,
  SsoUsedMessagesTable,
} from './tables/single-sign-on.ts';
import type {
  TunnelAuthoritiesTable,
  TunnelCertificatesTable,
  TunnelConnectionsTable,
  TunnelsTable,
  TunnelTokensTable,
} from './tables/tunnels.ts';
import type {
  CodeSessionsTable,
  DesktopRepliesTable,
  DeviceRequestsTable,
  TokenSigningKeysTable,
  UserCodeTriesTable,
} from './tables/code-sessions.ts';
import type { WebhookDeliveriesTable, WebhooksTable, WebhookSecretsTable } from './tables/webhooks.ts';

export type * from './tables/accounts.ts';
export type * from './tables/credentials.ts';
export type * from './tables/events.ts';
export type * from './tables/batches.ts';
export type * from './tables/code-telemetry.ts';
export type * from './tables/directory.ts';
export type * from './tables/domains.ts';
export type * from './tables/files.ts';
export type * from './tables/inference-hooks.ts';
export type * from './tables/jobs.ts';
export type * from './tables/mail.ts';
export type * from './tables/money.ts';
export type * from './tables/operators.ts';
export type * from './tables/single-sign-on.ts';
export type * from './tables/organizations.ts';
export type * from './tables/plugins.ts';
export type * from './tables/prompts.ts';
export type * from './tables/requests.ts';
export type * from './tables/sign-ups.ts';
export type * from './tables/code-sessions.ts';
export type * from './tables/webhooks.ts';
export type * from './tables/tunnels.ts';

/** Every table of the migrations, as Kysely sees it. */
export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  members: MembersTable;
  workspaces: WorkspacesTable;
  workspace_members: WorkspaceMembersTable;
  api_keys: ApiKeysTable;
  admin_keys: AdminKeysTable;
  directory_tokens: DirectoryTokensTable;
  directory_users: DirectoryUsersTable;
  directory_groups: DirectoryGroupsTable;
  directory_group_members: DirectoryGroupMembersTable;
  directory_role_grants: DirectoryRoleGrantsTable;
  directory_workspace_grants: DirectoryWorkspaceGrantsTable;
  directory_reconciliations: DirectoryReconciliationsTable;
  member_groups: MemberGroupsTable;
  member_group_users: MemberGroupUsersTable;
  spend_limits: SpendLimitsTable;
  model_allowlists: ModelAllowlistsTable;
  rate_limit_overrides: RateLimitOverridesTable;
  usage_records: UsageRecordsTable;
  usage_months: UsageMonthsTable;
  request_records: RequestRecordsTable;
  request_hours: RequestSumsTable;
  request_days: RequestSumsTable;
  usage_hours: UsageSumsTable;
  usage_days: UsageSumsTable;
  code_counts: CodeCountsTable;
  code_series: CodeSeriesTable;
  usage_periods: UsagePeriodsTable;
  plan_usage: PlanUsageTable;
  credit_spend: CreditSpendTable;
  ledger_entries: LedgerEntriesTable;
  wallets: WalletsTable;
  wallet_leases: WalletLeasesTable;
  limit_leases: LimitLeasesTable;
  payments: PaymentsTable;
  outbox_events: OutboxEventsTable;
  event_cursors: EventCursorsTable;
  files: FilesTable;
  batches: BatchesTable;
  batch_lines: BatchLinesTable;
  tunnels: TunnelsTable;
  tunnel_tokens: TunnelTokensTable;
  tunnel_certificates: TunnelCertificatesTable;
  tunnel_authorities: TunnelAuthoritiesTable;
  tunnel_connections: TunnelConnectionsTable;
  plugins: PluginsTable;
  plugin_installations: PluginInstallationsTable;
  prompt_templates: PromptTemplatesTable;
  prompt_template_versions: PromptTemplateVersionsTable;
  prompt_template_labels: PromptTemplateLabelsTable;
  jobs: JobsTable;
  mails: MailsTable;
  audit_events: AuditEventsTable;
  invites: InvitesTable;
  idempotent_answers: IdempotentResponsesTable;
  reply_marks: ReplyMarksTable;
  response_items: ResponseItemsTable;
  signed_replies: SignedRepliesTable;
  sessions: SessionsTable;
  sign_in_methods: SignInMethodsTable;
  sign_in_challenges: SignInChallengesTable;
  second_factors: SecondFactorsTable;
  passkeys: PasskeysTable;
  sign_in_attempts: SignInAttemptsTable;
  owner_links: OwnerLinksTable;
  token_signing_keys: TokenSigningKeysTable;
  code_sessions: CodeSessionsTable;
  device_requests: DeviceRequestsTable;
  user_code_tries: UserCodeTriesTable;
  desktop_replies: DesktopRepliesTable;
  webhooks: WebhooksTable;
  webhook_secrets: WebhookSecretsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  domains: DomainsTable;
  sso_connections: SsoConnectionsTable;
  sso_links: SsoLinksTable;
  sso_end_notices: SsoEndNoticesTable;
  sso_tests: SsoTestsTable;
  sso_responses: SsoResponsesTable;
  sso_used_messages: SsoUsedMessagesTable;
  inference_hooks: InferenceHooksTable;
  inference_hook_minutes: InferenceHookMinutesTable;
  operators: OperatorsTable;
  operator_links: OperatorLinksTable;
  operator_sessions: OperatorSessionsTable;
  operator_keys: OperatorKeysTable;
  operator_events: OperatorEventsTable;
  sign_ups: SignUpsTable;
  routes_out_of_service: RoutesOutOfServiceTable;
  engine_probes: EngineProbesTable;
  traffic_increments: TrafficIncrementsTable;
  traffic: TrafficTable;
  nodes: NodesTable;
}
