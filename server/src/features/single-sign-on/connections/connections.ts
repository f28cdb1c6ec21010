import { ApiError, type SsoConnection } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import type { OrganizationScope } from '#store';
import { findConnection, findConnections, type ConnectionRow } from '../store/connections.ts';
import { toConnectionObject } from './connection-object.ts';

export function listConnections(
  scope: OrganizationScope,
  query: PageQuery,
): Promise<ListBody<SsoConnection>> {
  return listPage(query, {
    read: (page) => findConnections(scope, page),
    hasPlace: isWellFormedId('ssoConnection'),
    toItem: toConnectionObject,
    idOf: (row) => row.id,
  });
}

export async function readConnection(scope: OrganizationScope, id: string): Promise<SsoConnection> {
  return toConnectionObject(await requireConnection(scope, id));
}

/** Throws 404 `sso_connection_not_found`. */
export async function requireConnection(scope: OrganizationScope, id: string): Promise<ConnectionRow> {
  const connection = await findConnection(scope, id);
  if (!connection) throw new ApiError('sso_connection_not_found', { param: 'sso_connection_id' });
  return connection;
}
