-- Batches that have ended stay, and their lines do not. Those without lines are not looked at again.
alter table batches add column has_lines boolean not null default true;
update batches b set has_lines = false
where status in ('completed', 'expired', 'canceled', 'failed') and not exists (select 1 from batch_lines l where l.batch_id = b.id);
drop index batches_with_lines;
create index batches_with_lines on batches (id) where has_lines and status in ('completed', 'expired', 'canceled', 'failed');
