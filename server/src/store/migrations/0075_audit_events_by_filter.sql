-- Events of an organization by each of the filters of the audit log, newest first: few among a million are found without reading the others.
create index audit_events_of_resource on audit_events (organization_id, (resource->>'id'), id);
create index audit_events_of_actor on audit_events (organization_id, (actor->>'id'), id);
create index audit_events_of_event on audit_events (organization_id, event, id);
-- Most events are of the whole organization.
create index audit_events_of_workspace on audit_events (organization_id, workspace_id, id) where workspace_id is not null;
-- Until there are statistics of these expressions, the database takes every id for a common one.
analyze audit_events;
