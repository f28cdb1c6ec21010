create table webhooks (
  id text primary key,
  organization_id text not null references organizations (id),
  -- Null: of the organization itself.
  workspace_id text references workspaces (id),
  url text not null,
  events jsonb not null,
  description text,
  status text not null check (status in ('enabled', 'disabled')),
  -- The last attempt of any delivery.
  last_attempt_at timestamptz,
  last_status_code integer,
  last_succeeded boolean,
  -- The first failure after the last success.
  failing_since_at timestamptz,
  -- When the first of its deliveries is due that nobody works on. The sender finds webhooks by it, so that the waiting deliveries of
  -- those it cannot serve now cost nothing.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_of_organization on webhooks (organization_id, workspace_id, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_failing on webhooks (failing_since_at) where status = 'enabled' and failing_since_at is not null;

create table webhook_secrets (
  webhook_id text not null references webhooks (id) on delete cascade,
  -- The highest is the one in use.
  generation integer not null,
  sealed_secret bytea not null,
  -- Null: in use. Until then, deliveries are signed with it too.
  expires_at timestamptz,
  primary key (webhook_id, generation)
);

-- One event on its way to one webhook. Not bound to its webhook: a log of any size is removed behind the request that deletes it.
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'missed')),
  redelivery_of text,
  attempts jsonb not null default '[]',
  -- The next attempt; null when there is none.
  due_at timestamptz,
  -- The run of a node that makes an attempt. When its lease ends before the attempt does, that run counts as dead.
  leased_by text,
  lease_ends_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where status = 'pending' and lease_ends_at is null;
create index webhook_deliveries_repeating on webhook_deliveries (redelivery_of) where redelivery_of is not null;
create index webhook_deliveries_leased on webhook_deliveries (lease_ends_at) where lease_ends_at is not null;
