-- Whether nobody has shown yet that they read the mail of this address: the account was opened, or its password set, by a link that
-- the owners of an organization could read in their outbox.
alter table users add column is_unproven boolean not null default false;

-- Accounts that an invite made, of whose mail it is not known that a server took it.
update users u set is_unproven = true
  where exists (
    select 1 from invites i where lower(i.email) = lower(u.email) and i.status = 'accepted'
      and u.created_at between i.invited_at and i.accepted_at and i.accepted_at < u.created_at + interval '1 minute')
  and not exists (
    select 1 from mails m where lower(m.recipient) = lower(u.email) and m.kind in ('invite', 'password_reset') and m.status = 'sent');
