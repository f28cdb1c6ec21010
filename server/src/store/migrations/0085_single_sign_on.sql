-- Connections to the identity providers of organizations.
create table sso_connections (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  protocol text not null check (protocol in ('oidc', 'saml')),
  -- Names of domains of the organization, which may be gone since.
  domains jsonb not null,
  status text not null check (status in ('draft', 'active', 'disabled')),
  -- The settings of the protocol; the other one's are null.
  oidc jsonb,
  saml jsonb,
  sealed_secret bytea,
  -- Tried until then, while the provider refuses the other.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  attribute_map jsonb not null,
  provisioning text not null check (provisioning in ('off', 'jit')),
  default_role text not null,
  group_roles jsonb not null,
  allow_idp_initiated boolean not null,
  trust_second_factor boolean not null,
  -- Null: what is set now was not proven.
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index sso_connections_of_organization on sso_connections (organization_id, id);

-- Who is known by a connection and the subject of its provider, never by email alone.
create table sso_links (
  connection_id text not null references sso_connections (id) on delete cascade,
  subject text not null,
  user_id text not null references users (id),
  created_at timestamptz not null,
  primary key (connection_id, subject),
  unique (connection_id, user_id)
);

-- Addresses by which an owner signs in once, to prove a connection.
create table sso_tests (
  fingerprint bytea primary key,
  connection_id text not null references sso_connections (id) on delete cascade,
  user_id text not null references users (id),
  expires_at timestamptz not null
);
create index sso_tests_by_end on sso_tests (expires_at);

-- By which connection a session began. A sign-in that waits for a code remembers it.
alter table sessions add column sso_connection_id text;
create index sessions_by_connection on sessions (sso_connection_id) where sso_connection_id is not null;
alter table sign_in_challenges add column sso_connection_id text;
