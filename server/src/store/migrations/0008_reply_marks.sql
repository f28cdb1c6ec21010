-- How many reasoning blocks each recent reply had, under a keyed digest of its other blocks: nothing can be read from it.
create table reply_marks (
  workspace_id text not null,
  digest bytea not null,
  reasoning_blocks integer not null check (reasoning_blocks >= 0),
  created_at timestamptz not null,
  primary key (workspace_id, digest)
);
create index reply_marks_by_age on reply_marks (created_at);
