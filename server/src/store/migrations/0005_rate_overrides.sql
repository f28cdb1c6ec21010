-- Limits per minute of one model that a workspace set below its organization's. Null: the organization's.
create table rate_limit_overrides (
  organization_id text not null references organizations,
  workspace_id text not null references workspaces,
  model text not null,
  requests_per_minute bigint check (requests_per_minute >= 1),
  input_tokens_per_minute bigint check (input_tokens_per_minute >= 1),
  output_tokens_per_minute bigint check (output_tokens_per_minute >= 1),
  primary key (workspace_id, model)
);
create index rate_limit_overrides_by_organization on rate_limit_overrides (organization_id);
