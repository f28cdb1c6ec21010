-- What engines wrote to their prompt caches, and what these saved, for operators. Null: nothing, or the cost of the engine is not known.
alter table request_records add column cache_write_tokens bigint, add column cache_saved_nanos bigint;

alter table traffic_increments
  add column cached_input_tokens bigint not null default 0,
  add column cache_write_tokens bigint not null default 0,
  add column cache_saved_nanos bigint not null default 0;

alter table traffic
  add column cached_input_tokens bigint not null default 0,
  add column cache_write_tokens bigint not null default 0,
  add column cache_saved_nanos bigint not null default 0;
