-- Organizations whose people must sign in by their identity provider.
alter table organizations add column sso_required boolean not null default false;

-- The last complete sign-in of the person by the connection, second factor included.
alter table sso_links add column signed_in_at timestamptz;
create index sso_links_by_user on sso_links (user_id);

-- By which connection the Console session began that signed the program in.
alter table code_sessions add column sso_connection_id text;
create index code_sessions_by_connection on code_sessions (sso_connection_id) where sso_connection_id is not null;

-- Ends of certificates and client secrets that owners were mailed about. `subject` is a fingerprint, or 'client_secret'.
create table sso_end_notices (
  connection_id text not null references sso_connections (id) on delete cascade,
  subject text not null,
  ends_at timestamptz not null,
  primary key (connection_id, subject, ends_at)
);
