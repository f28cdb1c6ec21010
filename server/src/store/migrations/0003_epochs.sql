-- Counts changes of anything a credential is judged by: keys, members, workspaces, the organization itself. Raised in the
-- transaction of the change; nodes compare it with what their cached records were read at.
alter table organizations add column epoch bigint not null default 0;
