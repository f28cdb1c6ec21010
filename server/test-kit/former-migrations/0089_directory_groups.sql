-- Groups that the directory of an organization sends, and what owners give their members.
create table directory_groups (
  id text primary key,
  organization_id text not null references organizations (id),
  display_name text not null,
  external_id text,
  -- Null: none.
  role text,
  -- Roles in workspaces: [{workspace_id, role}].
  workspaces jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index directory_groups_of_organization on directory_groups (organization_id, id);
create unique index directory_groups_by_external_id on directory_groups (organization_id, external_id);
create index directory_groups_by_name on directory_groups (organization_id, lower(display_name));

create table directory_group_members (
  group_id text not null references directory_groups (id) on delete cascade,
  user_id text not null,
  organization_id text not null,
  primary key (group_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id)
);
create index directory_group_members_by_user on directory_group_members (organization_id, user_id);

-- Members whose role in the organization a group gave.
create table directory_role_grants (
  organization_id text not null,
  user_id text not null,
  primary key (organization_id, user_id)
);

-- Places in workspaces that a group gave.
create table directory_workspace_grants (
  organization_id text not null,
  user_id text not null,
  workspace_id text not null,
  -- As it was set. Another role in workspace_members was set by hand since.
  role text not null,
  -- What the member had by hand, and has again without the group. Null: no place.
  manual_role text,
  primary key (organization_id, user_id, workspace_id)
);

-- Up to which state of its credentials an organization's roles were compared with its groups.
create table directory_reconciliations (
  organization_id text primary key references organizations (id),
  epoch bigint not null
);

-- Addresses that no second member may have are looked for with every user that a directory sends.
create index directory_users_by_primary_email on directory_users (
  organization_id, lower(jsonb_path_query_first(emails, '$[*] ? (@.primary == true)') ->> 'value'));
