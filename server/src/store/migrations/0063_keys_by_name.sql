-- Keys in the order of their names, page after page. The other orders of a list sort what they select: an index on last_used_at would
-- have to be rewritten with every count of uses.
create index api_keys_by_name on api_keys (organization_id, lower(name), id);
