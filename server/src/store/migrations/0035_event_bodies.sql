-- An event is kept as the very bytes that webhooks send: text, since jsonb orders keys anew.
update outbox_events set data = jsonb_build_object('object', data) where type = 'credits.low_balance';
alter table outbox_events add column body text;
update outbox_events set body = json_build_object(
  'id', id, 'type', type, 'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'workspace_id', workspace_id, 'data', data)::text;
alter table outbox_events alter column body set not null;
alter table outbox_events drop column data;
