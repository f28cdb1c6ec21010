import { ApiError, type AnyRequestRecord } from '@svc/contract';
import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { unrestricted } from '#features/module';
import { OrganizationScope, type Tables } from '#store';
import { isRequestId } from './is-request-id.ts';
import { readRequest } from './read-request.ts';
import { findAnyRequest } from './store/request-records.ts';
import { findAnyUsage } from './store/usage-record.ts';

/** The record of a model call of whichever organization, with the class of what went wrong at the engine. */
export async function readAnyRequest(db: Kysely<Tables>, id: string): Promise<AnyRequestRecord> {
  const request = isRequestId(id) ? await findAnyRequest(db, id) : undefined;
  const usage = await findAnyUsage(db, id);
  const organizationId = request?.organization_id ?? usage?.organization_id;
  if (organizationId === undefined) throw new ApiError('request_not_found');
  return {
    ...(await readRequest(unrestricted(new OrganizationScope(db, organizationId)), id)),
    organization_id: organizationId,
    engine: request?.engine ?? null,
    node_id: request?.node_id ?? null,
    engine_fault: request?.engine_fault ?? null,
    engine_cost_usd: nanosOrNull(usage?.engine_cost_nanos ?? null),
  };
}

function nanosOrNull(nanos: number | null): string | null {
  return nanos === null ? null : nanosToDecimal(nanos);
}
