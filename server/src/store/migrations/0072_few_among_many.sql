-- The next tier follows from what an organization was sold: few entries among those of its usage, of which there may be millions.
create index ledger_entries_granted on ledger_entries (organization_id) where kind = 'grant';

-- How many keys of a workspace are active is counted without reading the keys.
create index api_keys_active on api_keys (organization_id, workspace_id) include (expires_at) where status = 'active';
