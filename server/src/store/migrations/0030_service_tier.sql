-- How a request was served: at once, or as a line of a batch (D-ADM-8). Everything so far was served at once.
alter table usage_records add column service_tier text not null default 'standard';

alter table usage_hours
  add column service_tier text not null default 'standard',
  drop constraint usage_hours_pkey,
  add primary key (organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id, surface, service_tier);
alter table usage_days
  add column service_tier text not null default 'standard',
  drop constraint usage_days_pkey,
  add primary key (organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id, surface, service_tier);
