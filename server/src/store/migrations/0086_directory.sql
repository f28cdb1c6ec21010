-- What the directory of an organization signs its requests with: at most two at a time.
create table directory_tokens (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  fingerprint bytea not null unique,
  -- Whose change it counts as where a person is asked for.
  created_by text not null references users (id),
  expires_at timestamptz,
  created_at timestamptz not null,
  used_at timestamptz
);
create index directory_tokens_by_organization on directory_tokens (organization_id, id);

-- Members that the directory keeps, with what it sent of them. Rows of removed members stay: who comes back is the same person.
create table directory_users (
  organization_id text not null,
  user_id text not null,
  user_name text not null,
  external_id text,
  display_name text,
  name jsonb,
  emails jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id)
);
create index directory_users_by_name on directory_users (organization_id, lower(user_name));
create index directory_users_by_external_id on directory_users (organization_id, external_id);
