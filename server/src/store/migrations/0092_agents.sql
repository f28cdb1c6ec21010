-- Agents of workspaces. What one consists of is in its versions, which never change: a session keeps the version it began with.
create table agents (
  id text primary key,
  organization_id text not null references organizations (id),
  workspace_id text not null references workspaces (id),
  -- Of the current version.
  name text not null,
  version integer not null,
  -- The person, or the one whose key it was.
  user_id text not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agents_of_workspace on agents (workspace_id, id);
create index agents_in_use on agents (workspace_id, id) where archived_at is null;

create table agent_versions (
  agent_id text not null references agents (id) on delete cascade,
  number integer not null,
  -- JSON as text: jsonb would reorder the schemas of tools and refuses U+0000 in them, and nothing looks into it.
  definition text not null,
  created_at timestamptz not null,
  primary key (agent_id, number)
);
