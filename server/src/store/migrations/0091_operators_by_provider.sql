-- Operators who sign in through the provider that svc.yaml names are known by issuer and subject, and have no password.
alter table operators add column issuer text;
alter table operators add column subject text;
alter table operators add constraint operators_of_provider check ((issuer is null) = (subject is null));
create unique index operators_by_subject on operators (issuer, subject) where removed_at is null and subject is not null;

-- An address signs nobody in here: somebody else's account at the provider may have that of an operator with a password.
drop index operators_by_email;
create unique index operators_by_email on operators (lower(email)) where removed_at is null and subject is null;

-- Sessions that began at a provider end with its place in svc.yaml. Null: they began with a password.
alter table operator_sessions add column issuer text;
