-- Jobs are claimed by organizations in turn. '' is the service itself, and the owner of jobs from before.
alter table jobs add column organization_id text not null default '';
create index jobs_turns on jobs (kind, organization_id, due_at, id) where failed_at is null;
-- Open batches of an organization are counted whenever it creates one.
create index batches_open_of_organization on batches (organization_id) where status in ('validating', 'in_progress', 'canceling');
