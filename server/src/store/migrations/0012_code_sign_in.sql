-- Sign-in of code clients: requests of devices, the sessions people open for them, and the keys their tokens are signed with.

create table token_signing_keys (
  -- Two nodes that make the next key at once mean the same one: the first to be written.
  generation bigint primary key,
  kid text not null unique,
  public_key jsonb not null,
  -- PKCS #8, sealed with the data key.
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

-- Neither tokens nor anything they could be made from: refresh tokens are numbered, and sealed by a key that is not here.
create table code_sessions (
  id text primary key,
  organization_id text not null references organizations,
  user_id text not null references users,
  -- Null: none was chosen, and calls act in the Default workspace.
  workspace_id text,
  client_id text not null,
  surface text not null check (surface in ('api', 'cli', 'terminal', 'desktop')),
  scope text not null,
  refresh_number bigint not null default 0,
  -- Null until the device fetched its first tokens.
  refreshed_at timestamptz,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
);
create index code_sessions_by_user on code_sessions (user_id, organization_id, id);
create index code_sessions_by_age on code_sessions (expires_at);

create table device_requests (
  id text primary key,
  device_fingerprint bytea not null unique,
  -- Keyed: so short a code would be found by trying all.
  user_code_digest bytea not null unique,
  client_id text not null,
  scope text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  -- Set when approved.
  session_id text references code_sessions,
  interval_s bigint not null,
  polled_at timestamptz,
  network text not null,
  ip_address text not null,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index device_requests_by_network on device_requests (network, expires_at);
create index device_requests_by_age on device_requests (expires_at);

create table user_code_tries (
  user_id text primary key references users,
  tries bigint not null,
  begun_at timestamptz not null
);

-- Replies that run for Desktop on the Free plan, of which a workspace has one at a time.
create table desktop_replies (
  request_id text primary key,
  workspace_id text not null references workspaces,
  node_id text not null,
  expires_at timestamptz not null
);
create index desktop_replies_by_workspace on desktop_replies (workspace_id);

-- Where a sign-in token was used; null for keys.
alter table usage_records add column surface text;
