-- People who run the deployment. An operator is no user: nothing that organizations do with accounts reaches one.
create table operators (
  id text primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('operator', 'operator_viewer')),
  -- Null until their link was used.
  password text,
  authenticator bytea,
  -- The time step of the last code that was taken: it and earlier ones are taken no more.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index operators_by_email on operators (lower(email)) where removed_at is null;

-- The one link of each by which they set password and authenticator app.
create table operator_links (
  operator_id text primary key references operators,
  fingerprint bytea not null unique,
  expires_at timestamptz not null
);

create table operator_sessions (
  id text primary key,
  fingerprint bytea not null unique,
  operator_id text not null references operators,
  created_at timestamptz not null,
  -- When it was last used, to the minute.
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_of_operator on operator_sessions (operator_id);
create index operator_sessions_by_age on operator_sessions (expires_at);

create table operator_keys (
  id text primary key,
  name text not null,
  role text not null check (role in ('operator', 'operator_viewer')),
  fingerprint bytea not null unique,
  prefix text not null,
  allowed_ips jsonb not null default '[]',
  -- Null: made by a command.
  created_by text references operators,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);

-- What operators did. Of organizations by their id, which outlives them.
create table operator_events (
  id text primary key,
  event text not null,
  actor jsonb not null,
  resource jsonb,
  organization_id text,
  ip_address text,
  user_agent text,
  request_id text,
  changes jsonb not null,
  details jsonb not null,
  created_at timestamptz not null
);
create index operator_events_of_organization on operator_events (organization_id, id) where organization_id is not null;
create index operator_events_by_age on operator_events (created_at);
