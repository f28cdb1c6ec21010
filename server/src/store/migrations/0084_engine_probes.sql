-- Probes of engines by operators: an engine is probed once at a time on all nodes. Keys that worked when the last probe ended are used again by
-- every process that had left them out.
create table engine_probes (
  engine text primary key,
  lease_ends_at timestamptz,
  ended_at timestamptz,
  working_keys jsonb not null default '[]'
);
