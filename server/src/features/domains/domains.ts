import { ApiError, type Domain } from '@svc/contract';
import { listPage, type ListBody, type PageQuery } from '#features/listing';
import type { OrganizationScope, PageRequest } from '#store';
import { toDomainObject } from './domain-object.ts';
import { toDomainName } from './names/domain-name.ts';
import { findDomain, findDomains, type DomainRow } from './store.ts';

/** Newest first. The cursors are domains (D-SSO-1). */
export function listDomains(scope: OrganizationScope, query: PageQuery): Promise<ListBody<Domain>> {
  return listPage(query, {
    read: async (page) => findDomains(scope, await byId(scope, page)),
    hasPlace: async (domain) => (await findDomain(scope, domain)) !== undefined,
    toItem: toDomainObject,
    idOf: (row) => row.domain,
  });
}

async function byId(
  scope: OrganizationScope,
  { limit, afterId, beforeId }: PageRequest,
): Promise<PageRequest> {
  const idOf = async (domain: string | undefined): Promise<string | undefined> =>
    domain === undefined ? undefined : (await findDomain(scope, domain))?.id;
  return { limit, afterId: await idOf(afterId), beforeId: await idOf(beforeId) };
}

/** The organization's domain of a name in any spelling. Throws 404 `domain_not_found`. */
export async function requireDomain(scope: OrganizationScope, name: string): Promise<DomainRow> {
  const domain = toDomainName(name);
  const row = domain === undefined ? undefined : await findDomain(scope, domain);
  if (!row) throw new ApiError('domain_not_found', { param: 'domain' });
  return row;
}
