-- What the Admin API keeps.

-- An organization may be renamed by its owners, to a name another one has: names are seen inside only. The operator's file
-- goes on knowing it by the name it was provisioned under.
alter table organizations
  add column provisioning_name text unique,
  add column mcp_policy jsonb not null default '{"mode": "all", "tunnel_ids": [], "urls": []}',
  add column allowed_email_domains jsonb not null default '[]';
update organizations set provisioning_name = name;
alter table organizations alter column provisioning_name set not null;
alter table organizations drop constraint organizations_name_key;

create table invites (
  id text primary key,
  organization_id text not null references organizations,
  email text not null,
  role text not null check (role in ('owner', 'administrator', 'developer', 'billing', 'member')),
  workspaces jsonb not null default '[]',
  -- `expired` is never stored: it is computed from expires_at on read.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'deleted')),
  invited_by text not null references users,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invites_by_organization on invites (organization_id, id);

-- Answers to requests that carried an Idempotency-Key, sealed with the data key: some hold secrets that are shown once.
create table idempotent_answers (
  organization_id text not null,
  -- Of the credential; '' for the whole organization.
  workspace_id text not null,
  request text not null,
  key text not null,
  body_digest bytea not null,
  status integer not null,
  sealed_answer bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, workspace_id, request, key)
);
create index idempotent_answers_by_age on idempotent_answers (expires_at);

create index audit_events_by_age on audit_events (created_at);
