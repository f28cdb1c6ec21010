-- What fails in queues is found without reading what does not: operators list it over the whole deployment.
create index jobs_failing on jobs (id) where failed_at is null and failure is not null;
create index jobs_failed on jobs (id) where failed_at is not null;
create index mails_waiting on mails (created_at) where status = 'waiting';
create index mails_failing on mails (id) where status = 'waiting' and failure is not null;
create index mails_failed on mails (id) where status = 'failed';
create index webhook_deliveries_failing on webhook_deliveries (id) where status = 'pending' and attempts <> '[]';
create index webhook_deliveries_failed on webhook_deliveries (id) where status = 'failed';
