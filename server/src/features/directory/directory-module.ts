import type { LimitValues } from '@svc/contract';
import { Created, type AdministrationHandlers, type Module } from '#features/module';
import { requireOwner } from '#features/organization';
import type { Clock } from '#kit';
import { tokenNames } from './store/tokens.ts';
import { createToken, deleteToken, listTokens } from './tokens/manage-tokens.ts';

export interface DirectoryModuleDeps {
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

export function directoryModule({ limits }: DirectoryModuleDeps) {
  return {
    administration: {
      createDirectoryToken: async (change, { body }) =>
        new Created(await createToken(change, body, limits().directory_tokens)),
      listDirectoryTokens: async (scope, { query }, { actor }) => {
        requireOwner({ source: { actor } });
        return listTokens(scope, query);
      },
      deleteDirectoryToken: (change, { params }) => deleteToken(change, params.directory_token_id),
    } satisfies Partial<AdministrationHandlers>,
    names: [tokenNames],
  } satisfies Module;
}
