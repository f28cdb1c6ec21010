import type { LimitValues } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import { Created, type AdministrationHandlers, type BeforeChange, type Module } from '#features/module';
import { requireOwner } from '#features/organization';
import type { Clock, OutboundGuard } from '#kit';
import type { Store } from '#store';
import type { ConnectionSecrets } from './connections/connection-secrets.ts';
import { listConnections, readConnection } from './connections/connections.ts';
import { createConnection } from './connections/create-connection.ts';
import { deleteConnection } from './connections/delete-connection.ts';
import { requireIssuer } from './connections/require-issuer.ts';
import { mailEnds } from './ends/mail-ends.ts';
import { requireSignOn } from './require-sign-on.ts';
import { SEALED_CONNECTIONS } from './connections/sealed-connections.ts';
import { updateConnection } from './connections/update-connection.ts';
import { testConnection } from './sign-in/connection-tests.ts';
import { connectionNames } from './store/connections.ts';
import { dropResponses, dropUsedMessages } from './store/responses.ts';
import { dropTests } from './store/tests.ts';

export interface SingleSignOnModuleDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly credentialsChanged: CredentialsChanged;
  readonly baseUrl: string;
  readonly guard: Pick<OutboundGuard, 'verifyTarget'>;
  readonly singleSignOn: { readonly secrets: ConnectionSecrets };
}

export function singleSignOnModule(deps: SingleSignOnModuleDeps) {
  const { credentialsChanged } = deps;
  const { secrets } = deps.singleSignOn;
  const updates = { secrets, credentialsChanged };
  return {
    administration: {
      createSsoConnection: async (change, { body }) =>
        new Created(await createConnection(secrets, change, body)),
      listSsoConnections: async (scope, { query }, { actor }) => {
        requireOwner({ source: { actor } });
        return listConnections(scope, query);
      },
      readSsoConnection: async (scope, { params }, { actor }) => {
        requireOwner({ source: { actor } });
        return readConnection(scope, params.sso_connection_id);
      },
      updateSsoConnection: (change, { params, body }) =>
        updateConnection(updates, change, params.sso_connection_id, body),
      deleteSsoConnection: (change, { params }) =>
        deleteConnection(credentialsChanged, change, params.sso_connection_id),
      testSsoConnection: (change, { params }) => testConnection(deps, change, params.sso_connection_id),
    } satisfies Partial<AdministrationHandlers>,
    beforeChange: issuerChecks(deps.guard),
    signOnRequired: (change) => requireSignOn(deps, change),
    jobs: [mailEnds(deps)],
    sealed: [SEALED_CONNECTIONS],
    retention: {
      sso_tests: (nowMs) => dropTests(deps.db, nowMs),
      sso_responses: (nowMs) => dropResponses(deps.db, nowMs),
      sso_used_messages: (nowMs) => dropUsedMessages(deps.db, nowMs),
    },
    names: [connectionNames],
  } satisfies Module;
}

/** Names are resolved ahead of the transaction. */
function issuerChecks(guard: SingleSignOnModuleDeps['guard']): BeforeChange {
  return {
    createSsoConnection: ({ body }) => requireIssuer(guard, body.oidc?.issuer),
    updateSsoConnection: ({ body }) => requireIssuer(guard, body.oidc?.issuer),
  };
}
