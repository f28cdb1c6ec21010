import {
  Created,
  credentialCache,
  type AdministrationHandlers,
  type ConsoleHandlers,
  type Module,
} from '#features/module';
import { requireInWorkspace, type MemberCaller } from '#features/permissions';
import type { Clock } from '#kit';
import type { AdminKeyDirectory } from './admin-key-directory.ts';
import { listAdminKeys, readAdminKey } from './admin-keys.ts';
import { listApiKeys, readApiKey, searchApiKeys } from './api-keys.ts';
import { createAdminKey, revokeAdminKey } from './create-admin-key.ts';
import { createApiKey, rotateApiKey } from './create-api-key.ts';
import type { KeyDirectory } from './key-directory.ts';
import { readApiKeyRestrictions, updateApiKeyRestrictions } from './key-restrictions.ts';
import type { KeyUseCounter } from './key-use-counter.ts';
import type { IsModel } from './require-restrictions.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { keyNames } from './store/stored-keys.ts';
import { updateAdminKey } from './update-admin-key.ts';
import { updateApiKey } from './update-api-key.ts';
import { updateApiKeys } from './update-api-keys.ts';

export interface KeysModuleDeps {
  readonly clock: Clock;
  readonly keys: KeyDirectory;
  readonly adminKeys: AdminKeyDirectory;
  readonly keyUse: KeyUseCounter;
  /** The catalog, of a later feature. */
  readonly catalog: () => { find(id: string, nowMs: number): object | undefined };
}

export function keysModule({ clock, keys, adminKeys, keyUse, catalog }: KeysModuleDeps) {
  const isModel: IsModel = (id) => catalog().find(id, clock.nowMs()) !== undefined;
  return {
    administration: {
      listApiKeys: (_, { query }, { access }) => listApiKeys(access, query, clock.nowMs()),
      readApiKey: (_, { params }, { access }) => readApiKey(access, params.api_key_id, clock.nowMs()),
      updateApiKey: (change, { params, body }, { access }) =>
        updateApiKey(change, access, params.api_key_id, body),
      listAdminKeys: (scope, { query }) => listAdminKeys(scope, query),
      readAdminKey: (scope, { params }) => readAdminKey(scope, params.key_id),
      updateAdminKey: (change, { params, body }) => updateAdminKey(change, params.key_id, body),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      createApiKey: async (change, { body }, { roles }) => {
        requireInWorkspace(roles, 'api_keys.create', body.workspace_id);
        return new Created(await createApiKey(change, body, isModel));
      },
      rotateApiKey: async (change, { params, body }, { roles, access }) => {
        const requireCreation = (workspaceId: string): void =>
          requireInWorkspace(roles, 'api_keys.create', workspaceId);
        return new Created(
          await rotateApiKey(change, access, { id: params.api_key_id, rotation: body, requireCreation }),
        );
      },
      searchApiKeys: (_, { query }, { access }) => searchApiKeys(access, query, clock.nowMs()),
      updateApiKeys: (change, { body }, { access }) => updateApiKeys(change, access, body),
      readApiKeyRestrictions: (_, { params }, { access }) =>
        readApiKeyRestrictions(access, params.api_key_id, clock.nowMs()),
      updateApiKeyRestrictions: (change, { params, body }, { access }) =>
        updateApiKeyRestrictions(change, access, { id: params.api_key_id, update: body, isModel }),
      revokeApiKey: (change, { params }, { access }) => revokeApiKey(change, access, params.api_key_id),
      createAdminKey: async (change, { body }) => new Created(await createAdminKey(change, body)),
      revokeAdminKey: (change, { params }) => revokeAdminKey(change, params.key_id),
    } satisfies Partial<ConsoleHandlers<MemberCaller>>,
    caches: [credentialCache(keys, 'fingerprint'), credentialCache(adminKeys, 'fingerprint')],
    jobs: [keyUse.job],
    close: () => keyUse.close(),
    names: keyNames,
  } satisfies Module;
}
