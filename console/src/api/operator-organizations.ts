import { queryOptions } from '@tanstack/react-query';
import type {
  CreditGrant,
  ManagedOrganization,
  ManagedOrganizationUpdate,
  OrganizationCreation,
  OwnerLinkCreation,
  OwnerSetupLink,
  User,
} from '@svc/contract';
import type { RateLimits } from '@svc/sdk';
import { operatorCall } from './operator-session.ts';
import { listOptions, type ListPage } from './pages.ts';

/** Prefix of everything about organizations in an operator's cache. */
export const MANAGED_ORGANIZATIONS = ['operator', 'organizations'] as const;
const MAX_FOUND = 5;

function one(id: string): string {
  return `/organizations/${encodeURIComponent(id)}`;
}

export const managedOrganizationList = (search: string | undefined) =>
  listOptions<ManagedOrganization>([...MANAGED_ORGANIZATIONS, 'list', search ?? ''], (page, { signal }) =>
    operatorCall('GET', '/organizations', { query: { ...page, search }, signal }),
  );

/** The first organizations whose name has this. */
export const foundOrganizationsOptions = (search: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'found', search],
    queryFn: ({ signal }) =>
      operatorCall<ListPage<ManagedOrganization>>('GET', '/organizations', {
        query: { search, limit: MAX_FOUND },
        signal,
      }),
  });

export const managedOrganizationOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'one', id],
    queryFn: ({ signal }) => operatorCall<ManagedOrganization>('GET', one(id), { signal }),
  });

export const managedLimitsOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED_ORGANIZATIONS, 'limits', id],
    queryFn: ({ signal }) => operatorCall<RateLimits>('GET', `${one(id)}/rate_limits`, { signal }),
  });

export const managedMemberList = (id: string) =>
  listOptions<User>([...MANAGED_ORGANIZATIONS, 'members', id], (page, { signal }) =>
    operatorCall('GET', `${one(id)}/members`, { query: { ...page }, signal }),
  );

/** What is typed; the rest takes its default. */
export type NewOrganization = Pick<OrganizationCreation, 'name' | 'plan'> & {
  readonly external_id?: string;
};

export const createOrganization = (body: NewOrganization) =>
  operatorCall<ManagedOrganization>('POST', '/organizations', { body });

export const updateOrganization = (id: string, body: ManagedOrganizationUpdate) =>
  operatorCall<ManagedOrganization>('PATCH', one(id), { body });

export const grantCredits = (
  id: string,
  body: { readonly amount_usd: string; readonly note: string },
  idempotencyKey: string,
) => operatorCall<CreditGrant>('POST', `${one(id)}/credits`, { body, idempotencyKey });

export const createOwnerLink = (id: string, body: OwnerLinkCreation) =>
  operatorCall<OwnerSetupLink>('POST', `${one(id)}/owner_link`, { body });
