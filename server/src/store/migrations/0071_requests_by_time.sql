-- Operators look at the newest calls of all organizations, and find one by its id, which has its time.
create index request_records_by_time on request_records (created_at);
