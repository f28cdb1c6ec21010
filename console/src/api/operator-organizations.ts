import { queryOptions } from '@tanstack/react-query';
import type {
  ManagedOrganization,
  ManagedOrganizationUpdate,
  OperatorClientCalls,
  OwnerLinkCreation,
  User,
} from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about organizations in an operator's cache. */
export const MANAGED_ORGANIZATIONS = ['operator', 'organizations'] as const;
const MAX_FOUND = 5;

const one = (id: string) => ({ organization_id: id });

export const managedOrganizationList = (search: string | undefined) =>
  listOptions<ManagedOrganization>([...MANAGED_ORGANIZATIONS, 'list', search ?? ''], (page, options) =>
    operatorCall('listManagedOrganizations', { query: { ...page, search }, ...options }),
  );

/** The first organizations whose name has this. */
export const foundOrganizationsOptions = (search: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'found', search],
    queryFn: ({ signal }) =>
      operatorCall('listManagedOrganizations', { query: { search, limit: MAX_FOUND }, signal }),
  });

export const managedOrganizationOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'one', id],
    queryFn: ({ signal }) => operatorCall('readManagedOrganization', { path: one(id), signal }),
  });

export const managedLimitsOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'limits', id],
    queryFn: ({ signal }) => operatorCall('readManagedRateLimits', { path: one(id), signal }),
  });

export const managedMemberList = (id: string) =>
  listOptions<User>([...MANAGED_ORGANIZATIONS, 'members', id], (query, options) =>
    operatorCall('listManagedMembers', { path: one(id), query, ...options }),
  );

/** What is typed; the rest takes its default. */
export type NewOrganization = OperatorClientCalls['createManagedOrganization']['body'];

export const createOrganization = (body: NewOrganization) =>
  operatorCall('createManagedOrganization', { body });

export const updateOrganization = (id: string, body: ManagedOrganizationUpdate) =>
  operatorCall('updateManagedOrganization', { path: one(id), body });

export const grantCredits = (
  id: string,
  body: { readonly amount_usd: string; readonly note: string },
  idempotencyKey: string,
) => operatorCall('grantCredits', { path: one(id), body, idempotencyKey });

export const createOwnerLink = (id: string, body: OwnerLinkCreation) =>
  operatorCall('createOwnerLink', { path: one(id), body });
