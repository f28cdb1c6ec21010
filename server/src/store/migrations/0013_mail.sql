-- Mail on its way, written in the transaction of what it tells of. The link of some kinds ends in a token that opens a door once:
-- it is kept sealed with the data key, and only until the mail was handed over.
create table mails (
  id text primary key,
  -- Null: about a person's account, which belongs to no organization.
  organization_id text references organizations on delete cascade,
  user_id text references users on delete cascade,
  recipient text not null,
  kind text not null,
  data jsonb not null,
  sealed_token bytea,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- Why the last attempt failed, by class: the words of mail servers are not kept.
  failure text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- The next attempt; while one runs, when it counts as lost.
  due_at timestamptz not null,
  attempted_at timestamptz,
  sent_at timestamptz,
  -- Of the link.
  expires_at timestamptz
);
create index mails_due on mails (due_at) where status = 'waiting';
create index mails_by_organization on mails (organization_id, id);
create index mails_by_user on mails (user_id, id) where organization_id is null;
create index mails_by_recipient on mails (lower(recipient), kind, attempted_at);
create index mails_by_age on mails (created_at);

-- What happened before there was mail is not told now.
alter table outbox_events add column mailed_at timestamptz;
update outbox_events set mailed_at = created_at;
create index outbox_events_to_mail on outbox_events (id)
  where mailed_at is null and type in ('spend.threshold_reached', 'credits.low_balance');

-- SHA-256 of the token in the link. Invites from before there were links have none.
alter table invites add column token_fingerprint bytea unique;
