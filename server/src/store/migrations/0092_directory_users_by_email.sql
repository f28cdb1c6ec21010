-- Addresses that no second member may have are looked for with every user that a directory sends.
create index directory_users_by_primary_email on directory_users (
  organization_id, lower(jsonb_path_query_first(emails, '$[*] ? (@.primary == true)') ->> 'value'));
