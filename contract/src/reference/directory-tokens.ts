import type { DIRECTORY_TOKEN_OPERATIONS } from '../operations/administration/directory-tokens.ts';
import type { DirectoryToken } from '../schemas/administration/directory-token.ts';
import { DIRECTORY_TOKEN_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const directoryToken: DirectoryToken = {
  id: DIRECTORY_TOKEN_ID,
  type: 'directory_token',
  name: 'Entra ID',
  expires_at: null,
  created_at: '2026-11-18T09:30:00Z',
  last_used_at: '2026-11-20T14:02:00Z',
};

export const DIRECTORY_TOKEN_REFERENCES: References<typeof DIRECTORY_TOKEN_OPERATIONS> = {
  createDirectoryToken: {
    description: `Creates the token with which the directory of your company makes, changes and stops members at \`/scim/v2\`. Enter that address and the \`secret\` in the
directory; the secret is in this answer and nowhere else. An organization has at most two tokens that have not ended, so that one can be replaced without a gap
(409 \`resource_conflict\` for a third). A token opens nothing else, and no other key opens \`/scim/v2\`. Only the key of an owner may read and change tokens.`,
    body: { name: 'Entra ID' },
    response: { ...directoryToken, last_used_at: null, secret: `scim_${'0123456789abcdef'.repeat(4)}` },
  },
  listDirectoryTokens: {
    description: 'Directory tokens of the organization, newest first, those that have ended too.',
    response: pageOf(directoryToken, DIRECTORY_TOKEN_ID),
  },
  deleteDirectoryToken: {
    description:
      'Deletes a token. The directory is refused from its next request on; members stay as they are.',
    response: { id: DIRECTORY_TOKEN_ID, type: 'directory_token', deleted: true },
  },
};
