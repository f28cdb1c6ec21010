-- Rate limits that an operator set for one organization in place of those of its plan.
alter table organizations
  add column rate_tier text check (rate_tier in ('start', '1', '2', '3', '4', 'custom')),
  add column rate_limits jsonb not null default '[]';
