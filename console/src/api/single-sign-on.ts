import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClientCalls, Domain, SsoConnection } from '@svc/contract';
import { call } from './console-api.ts';
import { readWhole } from './pages.ts';

/** Prefixes in the cache. */
export const DOMAINS = ['domains'] as const;
export const SSO_CONNECTIONS = ['sso-connections'] as const;

export const domainsOptions = queryOptions({
  queryKey: DOMAINS,
  queryFn: ({ signal }) =>
    readWhole<Domain>((query, options) => call('listDomains', { query, ...options }), { signal }),
});

export const ssoConnectionsOptions = queryOptions({
  queryKey: [...SSO_CONNECTIONS, 'list'],
  queryFn: ({ signal }) =>
    readWhole<SsoConnection>((query, options) => call('listSsoConnections', { query, ...options }), {
      signal,
    }),
});

const pathOf = (id: string) => ({ sso_connection_id: id });

export const ssoConnectionOptions = (id: string) =>
  queryOptions({
    queryKey: [...SSO_CONNECTIONS, 'one', id],
    queryFn: ({ signal }) => call('readSsoConnection', { path: pathOf(id), signal }),
  });

export const ssoTestOptions = (id: string) =>
  queryOptions({
    queryKey: [...SSO_CONNECTIONS, 'test', id],
    queryFn: ({ signal }) => call('readSsoTestReport', { path: pathOf(id), signal }),
  });

/** With the roles as they are set. */
export const ssoRolePreviewOptions = (id: string) =>
  queryOptions({
    queryKey: [...SSO_CONNECTIONS, 'preview', id],
    queryFn: ({ signal }) => call('previewSsoRoles', { path: pathOf(id), body: {}, signal }),
  });

export const previewSsoRoles = (id: string, body: ConsoleClientCalls['previewSsoRoles']['body']) =>
  call('previewSsoRoles', { path: pathOf(id), body });

export const updateSsoConnection = (id: string, body: ConsoleClientCalls['updateSsoConnection']['body']) =>
  call('updateSsoConnection', { path: pathOf(id), body });

export const deleteSsoConnection = (id: string) => call('deleteSsoConnection', { path: pathOf(id) });

/** Which connection this tab tests: the service sends the browser back to the Console without its id. */
const TESTED = 'svc.sso_test';

/** Leaves for the provider. */
export async function beginSsoTest(id: string): Promise<void> {
  const { url } = await call('testSsoConnection', { path: pathOf(id) });
  sessionStorage.setItem(TESTED, id);
  location.assign(url);
}

export function testedConnection(): string | undefined {
  return sessionStorage.getItem(TESTED) ?? undefined;
}
