-- Output items of recent replies, which later requests name by id. Sealed with the data key, bound to workspace and id.
create table response_items (
  workspace_id text not null,
  item_id text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, item_id)
);
create index response_items_by_age on response_items (created_at);
