import type { AuditEventSearch, NamedAuditEvent } from '@svc/contract';
import type { ListBody } from '#features/listing';
import type { OrganizationScope } from '#store';
import { listAuditEvents } from './list-audit-events.ts';
import { findIdsNamed, findNames, type ResourceNames } from './store/resource-names.ts';

/** The audit log, with the names of who and what its events are about. */
export async function searchAuditEvents(
  scope: OrganizationScope,
  kinds: readonly ResourceNames[],
  { resource: words, ...query }: AuditEventSearch,
): Promise<ListBody<NamedAuditEvent>> {
  const named = words === undefined ? undefined : await findIdsNamed(scope, kinds, words);
  const page = await listAuditEvents(scope, query, named);
  const ids = page.data.flatMap(({ actor, resource }) => [actor.id ?? '', resource.id]);
  const names = await findNames(scope, kinds, [...new Set(ids)]);
  const data = page.data.map(({ actor, resource, ...event }) => ({
    ...event,
    actor: { ...actor, name: names.get(actor.id ?? '') ?? null },
    resource: { ...resource, name: names.get(resource.id) ?? null },
  }));
  return { ...page, data };
}
