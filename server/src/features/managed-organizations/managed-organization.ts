import {
  ApiError,
  EXTERNAL_ID,
  type ManagedOrganization,
  type ManagedOrganizationQuery,
  type ManagedOrganizationUpdate,
} from '@svc/contract';
import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import type { OrganizationSettings } from '#features/organization';
import { toTimestamp } from '#kit';
import type { Tables } from '#store';
import {
  findByExternalId,
  findOrganization,
  findOrganizationPage,
  type StoredOrganization,
} from './store.ts';

/** Organizations of the deployment, newest first. */
export function listManagedOrganizations(
  db: Kysely<Tables>,
  query: ManagedOrganizationQuery,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findOrganizationPage(db, query, page),
    hasPlace: isWellFormedId('organization'),
    toItem: toManagedOrganization,
    idOf: ({ id }) => id,
  });
}

/** Throws 404 `organization_not_found`. */
export async function readManagedOrganization(db: Kysely<Tables>, id: string): Promise<ManagedOrganization> {
  return toManagedOrganization(requireFound(await findOrganization(db, id)));
}

export async function readByExternalId(db: Kysely<Tables>, externalId: string): Promise<ManagedOrganization> {
  return toManagedOrganization(requireFound(await findByExternalId(db, externalId)));
}

function requireFound(row: StoredOrganization | undefined): StoredOrganization {
  if (!row) throw new ApiError('organization_not_found');
  return row;
}

/** Throws 400 where an id of another system in a path is none. */
export function requireExternalId(externalId: string): void {
  if (!EXTERNAL_ID.test(externalId))
    throw new ApiError('invalid_parameter', {
      param: 'external_id',
      message: 'external_id must be 1 to 100 letters, digits, "_" or "-".',
    });
}

/** Settings by the names of the database. Only those that are given. */
export function toSettings(given: ManagedOrganizationUpdate): Partial<OrganizationSettings> {
  const { status, plan, billing, zero_data_retention: zero, credits_enabled: credits } = given;
  return {
    ...(status === undefined ? {} : { status: status === 'suspended' ? 'unavailable' : 'active' }),
    ...(plan === undefined ? {} : { plan }),
    ...(billing === undefined ? {} : { billing }),
    ...(zero === undefined ? {} : { zeroDataRetention: zero }),
    ...(credits === undefined ? {} : { creditsEnabled: credits }),
  };
}

function toManagedOrganization(row: StoredOrganization): ManagedOrganization {
  return {
    id: row.id,
    type: 'organization',
    external_id: row.external_id,
    name: row.name,
    status: row.status === 'active' ? 'active' : 'suspended',
    plan: row.plan,
    billing: row.billing,
    zero_data_retention: row.zero_data_retention,
    credits_enabled: row.credits_enabled,
    rate_tier: row.rate_tier,
    rate_limits: [...row.rate_limits],
    single_sign_on: row.sso_required ? 'required' : row.has_single_sign_on ? 'on' : 'off',
    directory_sync: Boolean(row.has_directory),
    balance_usd: nanosToDecimal(row.balance_nanos ?? 0),
    subscribed_at: toTimestamp(row.subscribed_at),
    created_at: toTimestamp(row.created_at),
  };
}
