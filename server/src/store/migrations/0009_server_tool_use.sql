-- How often tools ran on the service's side, by kind. Null where none did, and in records older than the tools.
alter table usage_records add column server_tool_use jsonb;
