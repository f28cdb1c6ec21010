-- Prompt templates of workspaces. A version never changes, so that a request that names one is always answered alike; labels move.
create table prompt_templates (
  id text primary key,
  organization_id text not null references organizations (id),
  workspace_id text not null references workspaces (id),
  name text not null,
  latest_version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (workspace_id, name)
);
create index prompt_templates_of_workspace on prompt_templates (workspace_id, id);

create table prompt_template_versions (
  template_id text not null references prompt_templates (id),
  number integer not null,
  -- A list as JSON text: jsonb would take it apart, and nothing looks into it.
  messages text not null,
  variables jsonb not null,
  model text,
  created_at timestamptz not null,
  created_by text not null,
  primary key (template_id, number)
);

create table prompt_template_labels (
  template_id text not null references prompt_templates (id),
  label text not null,
  version integer not null,
  primary key (template_id, label),
  foreign key (template_id, version) references prompt_template_versions (template_id, number)
);
