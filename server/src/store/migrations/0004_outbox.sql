-- Events for webhooks and mail, written where they happen and carried out later. `dedupe_key` keeps what is found by looking,
-- on several nodes, from being told twice.
create table outbox_events (
  id text primary key,
  organization_id text not null,
  workspace_id text,
  type text not null,
  data jsonb not null,
  dedupe_key text unique,
  created_at timestamptz not null
);
create index outbox_events_by_organization on outbox_events (organization_id, id);
