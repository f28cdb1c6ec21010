-- What the last test of a connection received and found, for its owners. Sealed: it has claims of the person who tested.
create table sso_test_reports (
  connection_id text primary key references sso_connections (id) on delete cascade,
  organization_id text not null references organizations (id),
  tested_at timestamptz not null,
  -- `updated_at` of the connection as it was tested.
  settings_at timestamptz not null,
  sealed_report bytea not null
);

-- Groups of the person at their last sign-in, which show owners what another mapping would change. Null: not recorded.
alter table sso_links add column groups jsonb;
