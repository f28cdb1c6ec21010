-- Of the test of a connection, for its report: the attributes of the assertion in their order, or why the response was refused.
alter table sso_responses alter column person drop not null;
alter table sso_responses add column attributes json;
alter table sso_responses add column failure jsonb;
