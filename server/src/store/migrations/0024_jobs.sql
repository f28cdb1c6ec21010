-- Work that outlives the request that caused it: written in the transaction of its cause, done by the node that claims it first.
-- A job that is done is deleted. One that was tried too often stays, with the time since when, until somebody has looked at it.
create table jobs (
  id text primary key,
  kind text not null,
  -- Unique per kind while the job is open: what is asked for twice is done once.
  key text,
  payload jsonb not null,
  created_at timestamptz not null,
  -- The next attempt.
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- The run of a node that works on it. When its lease ends before the job does, that run counts as dead.
  leased_by text,
  lease_ends_at timestamptz,
  -- Of the last attempt, by class.
  failure text,
  failed_at timestamptz
);
create unique index jobs_open_keys on jobs (kind, key) where failed_at is null;
create index jobs_due on jobs (kind, due_at) where failed_at is null;

-- Mail is sent by jobs from here on.
insert into jobs (id, kind, key, payload, created_at, due_at)
  select 'job_' || substr(id, 6), 'mail.send', id, jsonb_build_object('mail_id', id), created_at, due_at from mails where status = 'waiting';
drop index mails_due;
alter table mails drop column due_at;
