-- The Console session that a token of its playground was made in, and ends with. Null for the programs people sign in with.
alter table code_sessions add column console_session_id text;
