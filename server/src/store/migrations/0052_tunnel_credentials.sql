-- What a connector is online with: the fingerprint of its token or certificate. Null where a node of an earlier version wrote the row.
alter table tunnel_connections add column credential bytea;
