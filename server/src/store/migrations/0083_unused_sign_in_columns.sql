-- Unused since people sign in without a library (ADR 0156): wrong codes are counted in sign_in_attempts. Nodes of the version before
-- are stopped for this upgrade.
alter table second_factors
  drop column failed_verifications,
  drop column locked_until_at;
alter table users drop column updated_at;
