-- Organizations as operators look for them: by what another system calls them, by the beginning of name or id.
alter table organizations add column external_id text unique;
create index organizations_by_name on organizations (lower(name) text_pattern_ops, id);
create index organizations_by_id_prefix on organizations (id text_pattern_ops);
