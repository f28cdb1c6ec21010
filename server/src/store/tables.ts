import type { ApiKeysTable, AdminKeysTable, ModelAllowlistsTable, RateLimitOverridesTable } from './tables/credentials.ts';
import type { AuditEventsTable, IdempotentAnswersTable, OutboxEventsTable, ReplyMarksTable } from './tables/events.ts';
import type {
  SpendLimitsTable,
  UsageRecordsTable,
  UsageMonthsTable,
  UsageSumsTable,
  PlanUsageTable,
  CreditSpendTable,
  LedgerEntriesTable,
  WalletsTable,
  WalletLeasesTable,
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

export type * from './tables/credentials.ts';
export type * from './tables/events.ts';
export type * from './tables/money.ts';
export type * from './tables/organizations.ts';

/** Every table of the migrations, as Kysely sees it. */
export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  members: MembersTable;
  workspaces: WorkspacesTable;
  workspace_members: WorkspaceMembersTable;
  api_keys: ApiKeysTable;
  admin_keys: AdminKeysTable;
  member_groups: MemberGroupsTable;
  member_group_users: MemberGroupUsersTable;
  spend_limits: SpendLimitsTable;
  model_allowlists: ModelAllowlistsTable;
  rate_limit_overrides: RateLimitOverridesTable;
  usage_records: UsageRecordsTable;
  usage_months: UsageMonthsTable;
  usage_hours: UsageSumsTable;
  usage_days: UsageSumsTable;
  plan_usage: PlanUsageTable;
  credit_spend: CreditSpendTable;
  ledger_entries: LedgerEntriesTable;
  wallets: WalletsTable;
  wallet_leases: WalletLeasesTable;
  outbox_events: OutboxEventsTable;
  audit_events: AuditEventsTable;
  invites: InvitesTable;
  idempotent_answers: IdempotentAnswersTable;
  reply_marks: ReplyMarksTable;
}
