-- How people sign in to the Console. Columns that only the sign-in library writes keep the meaning it gives them.

alter table users
  -- What is typed is compared without regard to case; the address as it was given stays for show.
  add column sign_in_email text generated always as (lower(email)) stored,
  add column two_factor_enabled boolean not null default false,
  add column updated_at timestamptz;
create unique index users_sign_in_email on users (sign_in_email);

create table sessions (
  id text primary key,
  -- Random and signed in the cookie: a copy of this column alone signs nobody in.
  token text not null unique,
  user_id text not null references users,
  -- The organization the person looks at. Null: they are in none.
  organization_id text references organizations,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  -- When it was last used, to the minute.
  updated_at timestamptz not null,
  -- Its end, however much it is used.
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_age on sessions (expires_at);

-- Ways a person can prove who they are. Today there is one, `credential`: a password.
create table sign_in_methods (
  id text primary key,
  user_id text not null references users,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index sign_in_methods_by_user on sign_in_methods (user_id);

-- What was asked and is still to be answered: a second factor, a passkey, a mailed link. Identifiers are hashed.
create table sign_in_challenges (
  id text primary key,
  identifier text not null,
  value text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_by_identifier on sign_in_challenges (identifier);
create index sign_in_challenges_by_age on sign_in_challenges (expires_at);

-- An authenticator app and the recovery codes beside it, encrypted.
create table second_factors (
  id text primary key,
  user_id text not null unique references users,
  secret text not null,
  backup_codes text not null,
  -- False until the first code was right.
  verified boolean not null,
  failed_verifications integer not null default 0,
  locked_until_at timestamptz,
  -- The time step of the last code that was taken: it and earlier ones are taken no more.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key,
  user_id text not null references users,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null
);
create index passkeys_by_user on passkeys (user_id);

-- Attempts within one window, by a digest of whose they are: an address or an account.
create table sign_in_attempts (
  subject bytea primary key,
  attempts integer not null,
  window_starts_at timestamptz not null
);
create index sign_in_attempts_by_age on sign_in_attempts (window_starts_at);

-- One-time links by which an owner sets name, e-mail and password: of the first start, and of svc owners reset.
create table owner_links (
  fingerprint bytea primary key,
  organization_id text not null references organizations,
  user_id text not null unique references users,
  expires_at timestamptz not null
);
