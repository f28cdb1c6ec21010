-- The next tier follows from what an organization was sold: few entries among those of its usage, of which there may be millions.
create index ledger_entries_granted on ledger_entries (organization_id) where kind = 'grant';
