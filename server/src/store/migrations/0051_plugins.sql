-- Plugins of organizations. Of each the bundle of its latest version is kept, as a blob.
create table plugins (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  -- The marketplace that it was copied from; null: it was uploaded.
  marketplace_id text,
  latest_version text not null,
  -- What the plugin says of itself, and what an administrator put in its place.
  manifest_display_name text,
  manifest_description text,
  display_name text,
  description text,
  policy text not null check (policy in ('required', 'available', 'blocked')),
  -- Null: the whole organization.
  workspace_ids jsonb,
  blob_key text not null unique,
  bytes bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index plugins_of_organization on plugins (organization_id, id);

-- What members installed of the plugins that are available to them.
create table plugin_installations (
  plugin_id text not null references plugins (id),
  user_id text not null references users (id),
  created_at timestamptz not null,
  primary key (plugin_id, user_id)
);
create index plugin_installations_of_user on plugin_installations (user_id);
