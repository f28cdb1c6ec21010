-- Organizations, people, workspaces, credentials and metered usage.
-- PostgreSQL 15 is the oldest server supported: nothing newer may be used here.

create table organizations (
  id text primary key,
  name text not null unique,
  status text not null default 'active' check (status in ('active', 'unavailable')),
  plan text not null,
  billing text not null default 'active' check (billing in ('active', 'inactive')),
  zero_data_retention boolean not null default false,
  credits_enabled boolean not null default false,
  subscribed_at timestamptz not null,
  created_at timestamptz not null
);

-- A person is one account by e-mail and may be a member of several organizations.
create table users (
  id text primary key,
  email text not null,
  name text not null,
  account text not null default 'enabled' check (account in ('enabled', 'disabled')),
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table members (
  organization_id text not null references organizations,
  user_id text not null references users,
  role text not null check (role in ('primary_owner', 'owner', 'administrator', 'developer', 'billing', 'member')),
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  added_at timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index members_one_primary_owner on members (organization_id) where role = 'primary_owner';

create table workspaces (
  id text primary key,
  organization_id text not null references organizations,
  name text not null,
  description text not null default '',
  is_default boolean not null default false,
  data_region text not null default 'us',
  allowed_ips jsonb not null default '[]',
  archived_at timestamptz,
  created_at timestamptz not null,
  unique (organization_id, id)
);
create unique index workspaces_name on workspaces (organization_id, lower(name));
create unique index workspaces_one_default on workspaces (organization_id) where is_default;

create table workspace_members (
  organization_id text not null,
  workspace_id text not null,
  user_id text not null references users,
  role text not null check (role in ('workspace_user', 'workspace_developer', 'workspace_admin')),
  added_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
);

-- Only the SHA-256 of a secret is kept: 256 random bits need no salt and no slow hash.
-- `expired` is never stored: it is computed from expires_at on read.
create table api_keys (
  id text primary key,
  organization_id text not null,
  workspace_id text not null,
  created_by text not null references users,
  name text not null,
  kind text not null check (kind in ('private', 'public', 'svc_code')),
  fingerprint bytea not null unique,
  prefix text not null,
  hint text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'revoked')),
  allowed_origins jsonb not null default '[]',
  allowed_ips jsonb not null default '[]',
  pinned_version text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  use_count bigint not null default 0,
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
);
create index api_keys_by_organization on api_keys (organization_id, id);

create table admin_keys (
  id text primary key,
  organization_id text not null references organizations,
  created_by text not null references users,
  name text not null,
  fingerprint bytea not null unique,
  prefix text not null,
  status text not null default 'active' check (status in ('active', 'inactive', 'revoked')),
  allowed_ips jsonb not null default '[]',
  revoked_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index admin_keys_by_organization on admin_keys (organization_id, id);

create table member_groups (
  id text primary key,
  organization_id text not null references organizations,
  name text not null,
  created_at timestamptz not null,
  unique (organization_id, name)
);

create table member_group_users (
  group_id text not null references member_groups,
  user_id text not null references users,
  primary key (group_id, user_id)
);

-- Scope decides which of the three references is filled.
create table spend_limits (
  id text primary key,
  organization_id text not null references organizations,
  scope text not null check (scope in ('organization', 'workspace', 'member', 'group')),
  workspace_id text references workspaces,
  user_id text references users,
  group_id text references member_groups,
  limit_nanos bigint not null check (limit_nanos >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index spend_limits_scope
  on spend_limits (organization_id, scope, coalesce(workspace_id, ''), coalesce(user_id, ''), coalesce(group_id, ''));

-- A row narrows an organization (workspace_id null) or one workspace to the models listed; no row means all.
create table model_allowlists (
  organization_id text not null references organizations,
  workspace_id text references workspaces,
  models jsonb not null
);
create unique index model_allowlists_scope on model_allowlists (organization_id, coalesce(workspace_id, ''));

-- One row per request that produced output, keyed by request id: replaying the journal twice adds nothing.
create table usage_records (
  request_id text primary key,
  organization_id text not null,
  workspace_id text not null,
  key_id text,
  user_id text,
  endpoint text not null,
  model text not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  billing_source text not null check (billing_source in ('subscription', 'api_credit')),
  price jsonb not null,
  cost_nanos bigint not null,
  estimated boolean not null,
  outcome text not null check (outcome in ('completed', 'client_closed', 'failed')),
  metadata jsonb,
  created_at timestamptz not null
);
create index usage_records_by_organization on usage_records (organization_id, created_at);

create table audit_events (
  id text primary key,
  organization_id text not null,
  workspace_id text,
  event text not null,
  actor jsonb not null,
  resource jsonb not null,
  ip_address text,
  user_agent text,
  request_id text,
  changes jsonb not null default '{}',
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_events_by_organization on audit_events (organization_id, id);
