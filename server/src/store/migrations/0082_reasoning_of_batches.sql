-- Part of output_tokens. 0 in batches from before.
alter table batches add column reasoning_tokens bigint not null default 0;
