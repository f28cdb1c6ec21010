-- The server of an organization that is asked before a model runs: at most one.
create table inference_hooks (
  organization_id text primary key references organizations (id),
  url text not null,
  mode text not null check (mode in ('off', 'shadow', 'enforce')),
  -- What happens without a verdict.
  on_failure text not null check (on_failure in ('allow', 'deny')),
  timeout_ms integer not null,
  events jsonb not null,
  -- Null: all workspaces.
  workspace_ids jsonb,
  -- Shown; their values are not.
  header_names jsonb not null,
  sealed_headers bytea not null,
  sealed_secret bytea not null,
  -- Until then calls are signed with the previous secret too.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- The first failure after the last verdict.
  failing_since_at timestamptz,
  last_failure_at timestamptz,
  last_verdict_at timestamptz,
  -- When owners were told of these failures.
  alarmed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- What all nodes counted of its calls, for the sums of the last hour.
create table inference_hook_minutes (
  organization_id text not null references inference_hooks (organization_id) on delete cascade,
  minute_at timestamptz not null,
  calls integer not null,
  denied integer not null,
  failed integer not null,
  primary key (organization_id, minute_at)
);
create index inference_hook_minutes_by_time on inference_hook_minutes (minute_at);
