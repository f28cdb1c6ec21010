-- What engines signed in replies with calls, which they must get back with the results. Under the id of the first such call,
-- sealed with the data key, bound to organization and id.
create table signed_replies (
  organization_id text not null,
  call_id text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, call_id)
);
create index signed_replies_by_age on signed_replies (created_at);
