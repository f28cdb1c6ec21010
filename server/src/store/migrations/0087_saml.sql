-- What providers said by SAML, between the request that brought it, which has no cookies, and the one that shows which browser it is for.
create table sso_responses (
  -- Of the token in the address that follows.
  fingerprint bytea primary key,
  connection_id text not null references sso_connections (id) on delete cascade,
  -- The connection as it was when the response was checked.
  connection_updated_at timestamptz not null,
  request_id text not null,
  relay_state text not null,
  person jsonb not null,
  expires_at timestamptz not null
);
create index sso_responses_by_end on sso_responses (expires_at);

-- Assertions that were used, and requests that were responded to: each once over all nodes.
create table sso_used_messages (
  connection_id text not null references sso_connections (id) on delete cascade,
  -- Of the kind and the id of the message.
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (connection_id, digest)
);
create index sso_used_messages_by_end on sso_used_messages (expires_at);

-- When the provider ends the session. Null: it names no end.
alter table sessions add column sso_ends_at timestamptz;
alter table sign_in_challenges add column sso_ends_at timestamptz;
