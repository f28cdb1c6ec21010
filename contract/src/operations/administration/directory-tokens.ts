import {
  DirectoryToken,
  directoryTokenCreation,
  DirectoryTokenDeletion,
  NewDirectoryToken,
} from '../../schemas/administration/directory-token.ts';
import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/directory_tokens';
/** A token can create and remove members, so only owners may make or see one. */
const OWNERS = { permission: 'owners.manage' } as const;

/** Credentials of the organization's directory (SCIM-01). */
export const DIRECTORY_TOKEN_OPERATIONS = [
  administration({
    ...OWNERS,
    id: 'createDirectoryToken',
    method: 'POST',
    path: PATH,
    summary: 'Create a directory token',
    body: directoryTokenCreation,
    readOnly: Object.keys(NewDirectoryToken.shape).filter((name) => !['name', 'expires_at'].includes(name)),
    response: NewDirectoryToken,
    successStatuses: [201],
    errors: ['role_required', 'resource_conflict'],
  }),
  administration({
    ...OWNERS,
    id: 'listDirectoryTokens',
    method: 'GET',
    path: PATH,
    summary: 'List directory tokens',
    query: pageQuery,
    response: listOf(DirectoryToken),
    errors: ['role_required'],
  }),
  administration({
    ...OWNERS,
    id: 'deleteDirectoryToken',
    method: 'DELETE',
    path: `${PATH}/{directory_token_id}`,
    summary: 'Delete a directory token',
    response: DirectoryTokenDeletion,
    errors: ['role_required', 'directory_token_not_found'],
  }),
] as const;
