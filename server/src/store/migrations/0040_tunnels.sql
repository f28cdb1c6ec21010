-- Ways to MCP servers in private networks. A deleted one stays for a while without its contents, so that its connectors are told why they
-- are refused.
create table tunnels (
  id text primary key,
  organization_id text not null references organizations (id),
  workspace_id text not null references workspaces (id),
  name text not null,
  description text,
  allowed_targets jsonb not null,
  auth_mode text not null check (auth_mode in ('token', 'mtls')),
  disabled boolean not null default false,
  -- Of the connection that was heard last.
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index tunnels_by_name on tunnels (workspace_id, name) where deleted_at is null;
create index tunnels_of_workspace on tunnels (workspace_id, id) where deleted_at is null;
create index tunnels_deleted on tunnels (deleted_at) where deleted_at is not null;

-- The current one has no end. Rotated ones work until theirs.
create table tunnel_tokens (
  fingerprint bytea primary key,
  tunnel_id text not null references tunnels (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index tunnel_tokens_of_tunnel on tunnel_tokens (tunnel_id);

create table tunnel_certificates (
  id text primary key,
  tunnel_id text not null references tunnels (id) on delete cascade,
  name text,
  -- Of the certificate in DER form, by which it is found when a connector presents it.
  fingerprint bytea not null unique,
  serial_number text not null,
  certificate_pem text not null,
  ca_certificate_pem text not null,
  not_before_at timestamptz not null,
  not_after_at timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index tunnel_certificates_of_tunnel on tunnel_certificates (tunnel_id, id);

-- The authority that signs them, where the operator gave none. One row.
create table tunnel_authorities (
  id integer primary key check (id = 1),
  certificate_pem text not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- Connectors that are online, each written by the node that holds its connection. Leases follow the machine's time and not the test clock:
-- a connection does not end because the clock was moved.
create table tunnel_connections (
  id text primary key,
  tunnel_id text not null references tunnels (id) on delete cascade,
  node_id text not null,
  -- Where other nodes reach that one; null where none is to.
  node_url text,
  connector_version text not null,
  remote_ip text not null,
  max_inflight integer not null,
  inflight integer not null,
  draining boolean not null default false,
  requests_1h integer not null,
  errors_1h integer not null,
  connected_at timestamptz not null,
  last_seen_at timestamptz not null,
  lease_ends_at timestamptz not null
);
create index tunnel_connections_of_tunnel on tunnel_connections (tunnel_id);
create index tunnel_connections_of_node on tunnel_connections (node_id);
