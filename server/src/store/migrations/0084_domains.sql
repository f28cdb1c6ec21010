-- Email domains of organizations, for single sign-on.
create table domains (
  -- Orders lists; never shown.
  id text primary key,
  organization_id text not null references organizations (id),
  -- In lower case and punycode, without a final dot.
  domain text not null,
  status text not null check (status in ('pending', 'verified')),
  txt_value text not null,
  verified_at timestamptz,
  -- Since when the daily check has not found the value. A domain that is pending again keeps it, and is checked on.
  missing_since_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  unique (organization_id, domain)
);
create unique index domains_verified on domains (domain) where status = 'verified';
create index domains_by_check on domains (checked_at) where status = 'verified' or missing_since_at is not null;
