-- Who asked for an organization of their own. Nothing else of them exists before they have chosen a password, which is not kept here.
create table sign_ups (
  id text primary key,
  -- In small letters.
  email text not null,
  name text not null,
  organization_name text not null,
  -- Unverified: nobody has shown to read the mail of the address.
  status text not null check (status in ('unverified', 'waiting', 'approved', 'refused', 'completed')),
  -- Of the token in the link that goes on; null where there is nothing to go on with.
  fingerprint bytea unique,
  reason text,
  -- By its id, which outlives it.
  organization_id text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When the row is deleted, and its link with it.
  expires_at timestamptz not null
);
create index sign_ups_by_email on sign_ups (email);
create index sign_ups_by_status on sign_ups (status, id);
create index sign_ups_by_age on sign_ups (expires_at);
