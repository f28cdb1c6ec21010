-- When a member last used the Console for the organization, to the minute.
alter table members add column last_active_at timestamptz;
