import type { SSO_CONNECTION_OPERATIONS } from '../operations/administration/sso-connections.ts';
import { SSO_CONNECTION_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import { ssoConnection } from './objects/sign-on.ts';
import type { References } from './operation-reference.ts';

const DRAFT = { ...ssoConnection, status: 'draft', last_used_at: null } as const;

export const SSO_CONNECTION_REFERENCES: References<typeof SSO_CONNECTION_OPERATIONS> = {
  createSsoConnection: {
    description: `Creates a connection to an identity provider, which speaks OpenID Connect or SAML, as a draft. Nobody can sign in through it until it has passed a test and is
\`active\`. \`domains\` are email domains of the organization. \`client_secret\` is never returned. Only the key of an owner may read and change connections.

What a provider of SAML has to know of the service is at \`/sso/ID/metadata\`, under the address of the service, with the id of the connection.`,
    body: {
      name: 'Acme login',
      protocol: 'oidc',
      domains: ['acme.example'],
      oidc: { issuer: 'https://login.acme.example', client_id: 'svc', client_secret: 's3cret' },
      provisioning: 'jit',
    },
    response: DRAFT,
  },
  listSsoConnections: {
    description: 'Connections of the organization, newest first.',
    response: pageOf(ssoConnection, SSO_CONNECTION_ID),
  },
  readSsoConnection: { description: 'A connection, without its secret.', response: ssoConnection },
  updateSsoConnection: {
    description: `Changes the fields that are sent: \`oidc\`, \`saml\` and \`attribute_map\` are merged, lists are replaced. \`status\` \`active\` takes a passed test and verified domains
that no other active connection has, otherwise the answer is 409 \`resource_conflict\`. Another \`issuer\`, \`client_id\`, \`idp_entity_id\` or \`sso_url\` makes an active connection a draft.
A new \`client_secret\` is used at once; for 7 days the one before is tried where the provider does not know the new one. \`disabled\` ends the sign-ins by the connection, and touches no key.`,
    body: { status: 'active' },
    response: ssoConnection,
  },
  deleteSsoConnection: {
    description: 'Deletes the connection and ends the sign-ins by it. Members and keys stay.',
    response: { id: SSO_CONNECTION_ID, type: 'sso_connection', deleted: true },
  },
  testSsoConnection: {
    description: `Returns the address of a test. It works once within 10 minutes, in a browser where the owner who asked for it is signed in to the Console; for a key, that is its
creator. A successful sign-in at the provider proves the connection with its current settings. It does not start a session here.`,
    response: {
      type: 'sso_connection_test',
      url: `https://svc.example/sso/${SSO_CONNECTION_ID}/start?test=ssotest_9f8a`,
    },
  },
};
