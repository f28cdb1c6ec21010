import { queryOptions } from '@tanstack/react-query';
import type {
  AnyRequestRecord,
  ConfigurationFile,
  CreditGrant,
  EffectiveConfiguration,
  ManagedOrganization,
  ManagedOrganizationUpdate,
  NewOperatorKey,
  NodeState,
  OperatorEvent,
  OperatorKey,
  OperatorKeyCreation,
  OrganizationCreation,
  OwnerLinkCreation,
  OwnerSetupLink,
  ReloadedConfiguration,
  Route,
  RouteList,
  RouteSetting,
  User,
} from '@svc/contract';
import type { RateLimits } from '@svc/sdk';
import { operatorCall } from './operator-session.ts';
import { listOptions, type ListPage } from './pages.ts';

/** Prefix of everything about organizations in an operator's cache. */
export const MANAGED = ['operator', 'organizations'] as const;
const MOST_FOUND = 5;
export const OPERATOR_KEYS = ['operator', 'keys'] as const;

function one(id: string): string {
  return `/organizations/${encodeURIComponent(id)}`;
}

export const managedList = (search: string | undefined) =>
  listOptions<ManagedOrganization>([...MANAGED, 'list', search ?? ''], (page, { signal }) =>
    operatorCall('GET', '/organizations', { query: { ...page, search }, signal }),
  );

/** The first organizations whose name has this. */
export const foundOrganizationsOptions = (search: string) =>
  queryOptions({
    queryKey: [...MANAGED, 'found', search],
    queryFn: ({ signal }) =>
      operatorCall<ListPage<ManagedOrganization>>('GET', '/organizations', {
        query: { search, limit: MOST_FOUND },
        signal,
      }),
  });

export const managedOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED, 'one', id],
    queryFn: ({ signal }) => operatorCall<ManagedOrganization>('GET', one(id), { signal }),
  });

export const managedLimitsOptions = (id: string) =>
  queryOptions({
    queryKey: [...MANAGED, 'limits', id],
    queryFn: ({ signal }) => operatorCall<RateLimits>('GET', `${one(id)}/rate_limits`, { signal }),
  });

export const managedMembers = (id: string) =>
  listOptions<User>([...MANAGED, 'members', id], (page, { signal }) =>
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

export const anyRequestOptions = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'requests', id],
    queryFn: ({ signal }) =>
      operatorCall<AnyRequestRecord>('GET', `/requests/${encodeURIComponent(id)}`, { signal }),
  });

const STATE_MS = 5000;

export const nodeStateOptions = queryOptions({
  queryKey: ['operator', 'node'],
  queryFn: ({ signal }) => operatorCall<NodeState>('GET', '/node', { signal }),
  refetchInterval: STATE_MS,
});

export const routesOptions = queryOptions({
  queryKey: ['operator', 'routes'],
  queryFn: ({ signal }) => operatorCall<RouteList>('GET', '/routes', { signal }),
  refetchInterval: STATE_MS,
});

export const setRoute = ({ model, engine }: Pick<Route, 'model' | 'engine'>, body: RouteSetting) =>
  operatorCall<Route>('PUT', `/routes/${encodeURIComponent(model)}/${encodeURIComponent(engine)}`, { body });

export const operatorEventList = (organization: string | undefined) =>
  listOptions<OperatorEvent>(['operator', 'events', organization ?? ''], (page, { signal }) =>
    operatorCall('GET', '/events', { query: { ...page, organization_id: organization }, signal }),
  );

/** Prefix of the settings and of the file they come from. */
export const CONFIGURATION = ['operator', 'configuration'] as const;

export const configurationOptions = queryOptions({
  queryKey: [...CONFIGURATION, 'in-force'],
  queryFn: ({ signal }) => operatorCall<EffectiveConfiguration>('GET', '/configuration', { signal }),
});

export const configurationFileOptions = queryOptions({
  queryKey: [...CONFIGURATION, 'file'],
  queryFn: ({ signal }) => operatorCall<ConfigurationFile>('GET', '/configuration/file', { signal }),
});

/** Applies the file that has this digest. */
export const reloadConfiguration = (digest: string) =>
  operatorCall<ReloadedConfiguration>('POST', '/configuration/reload', { body: { digest } });

export const operatorKeyList = () =>
  listOptions<OperatorKey>(OPERATOR_KEYS, (page, { signal }) =>
    operatorCall('GET', '/keys', { query: { ...page }, signal }),
  );

export const createOperatorKey = (body: OperatorKeyCreation) =>
  operatorCall<NewOperatorKey>('POST', '/keys', { body });

export const revokeOperatorKey = (id: string, totp: string) =>
  operatorCall('POST', `/keys/${encodeURIComponent(id)}/revoke`, { body: { totp } });
