import { deletion, listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  SsoConnection,
  ssoConnectionCreation,
  SsoConnectionTest,
  ssoConnectionUpdate,
} from '../../schemas/administration/sso-connection.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/sso_connections';
const ONE = `${PATH}/{sso_connection_id}`;
const NONE = 'sso_connection_not_found';
/** Single sign-on is for owners, reading it too (SSO). */
const OWNERS = { permission: 'owners.manage' } as const;
const SET_BY_SERVICE = ['id', 'type', 'created_at', 'updated_at', 'last_used_at'];

/** Connections to identity providers (SSO-03). */
export const SSO_CONNECTION_OPERATIONS = [
  administration({
    ...OWNERS,
    id: 'createSsoConnection',
    method: 'POST',
    path: PATH,
    summary: 'Create a connection to an identity provider, as a draft',
    body: ssoConnectionCreation,
    readOnly: [...SET_BY_SERVICE, 'status'],
    response: SsoConnection,
    successStatuses: [201],
    errors: ['role_required', 'domain_not_found', 'workspace_not_found', 'resource_conflict'],
  }),
  administration({
    ...OWNERS,
    id: 'listSsoConnections',
    method: 'GET',
    path: PATH,
    summary: 'List the connections to identity providers',
    query: pageQuery,
    response: listOf(SsoConnection),
    errors: ['role_required'],
  }),
  administration({
    ...OWNERS,
    id: 'readSsoConnection',
    method: 'GET',
    path: ONE,
    summary: 'Read a connection to an identity provider',
    response: SsoConnection,
    errors: ['role_required', NONE],
  }),
  administration({
    ...OWNERS,
    id: 'updateSsoConnection',
    method: 'PATCH',
    path: ONE,
    summary: 'Update, activate or disable a connection to an identity provider',
    body: ssoConnectionUpdate,
    readOnly: [...SET_BY_SERVICE, 'protocol'],
    response: SsoConnection,
    errors: ['role_required', NONE, 'domain_not_found', 'workspace_not_found', 'resource_conflict'],
  }),
  administration({
    ...OWNERS,
    id: 'deleteSsoConnection',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a connection to an identity provider and end its sign-ins',
    response: deletion('sso_connection'),
    errors: ['role_required', NONE],
  }),
  administration({
    ...OWNERS,
    id: 'testSsoConnection',
    method: 'POST',
    path: `${ONE}/test`,
    summary: 'Get the address to sign in at once, which proves the connection',
    response: SsoConnectionTest,
    errors: ['role_required', NONE, 'resource_conflict'],
  }),
] as const;
