-- Events have readers that follow them, each with a cursor. Ids order events by when they were written and not by when that was
-- committed, so a reader that followed ids would skip what a slow transaction commits late. A position is given to events that are
-- committed, by one transaction at a time: whoever sees one position sees all below it.
create sequence outbox_positions;
alter table outbox_events add column position bigint unique;

-- What was mailed comes first, and mail goes on after it.
update outbox_events e set position = ordered.position
  from (select id, row_number() over (order by mailed_at is null, id) as position from outbox_events) ordered where ordered.id = e.id;
select setval('outbox_positions', count(*) + 1, false) from outbox_events;
create table event_cursors (
  consumer text primary key,
  -- Of the last event that it has consumed.
  position bigint not null
);
insert into event_cursors (consumer, position) select 'mail', count(mailed_at) from outbox_events;

drop index outbox_events_to_mail;
alter table outbox_events drop column mailed_at;
create index outbox_events_without_position on outbox_events (id) where position is null;
