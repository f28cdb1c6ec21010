import type { AnyRequest, AnyRequestQuery } from '@svc/contract';
import type { Kysely } from 'kysely';
import { listPage, type ListBody } from '#features/listing';
import type { Tables } from '#store';
import { isRequestId } from './is-request-id.ts';
import { toRequestSummary } from './list-requests.ts';
import { findNewestRequests, type NamedRequest } from './store/newest-requests.ts';

/** Model calls of all organizations, for operators who look at what happens now. */
export function listAnyRequests(db: Kysely<Tables>, query: AnyRequestQuery): Promise<ListBody<AnyRequest>> {
  return listPage(query, {
    read: (page) => findNewestRequests(db, query, page),
    hasPlace: isRequestId,
    toItem: toAnyRequest,
    idOf: ({ request_id: id }) => id,
  });
}

function toAnyRequest(row: NamedRequest): AnyRequest {
  const { organization_id, organization_name, engine, node_id, engine_fault } = row;
  return { ...toRequestSummary(row), organization_id, organization_name, engine, node_id, engine_fault };
}
