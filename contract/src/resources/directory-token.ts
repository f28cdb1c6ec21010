import { limit } from '../limits/limit.ts';
import { DIRECTORY_TOKEN_ID } from '../reference/objects/ids.ts';
import type { Resource } from './resource.ts';

/** Credentials of the directory that keeps the members of an organization (SCIM-01). */
export const DIRECTORY_TOKEN = {
  type: 'directory_token',
  kind: 'Directory token',
  ids: { directoryToken: 'dirtok_' },
  errors: {
    directory_token_not_found: {
      status: 404,
      when: 'The organization has no such directory token.',
      message:
        'The organization has no directory token with this id. List the directory tokens to find its id.',
    },
  },
  audit: {
    organization: {
      'directory_token.created': 'Directory token created',
      'directory_token.deleted': 'Directory token deleted',
    },
  },
  limits: {
    directory_tokens: limit(2, 'Maximum directory tokens of an organization that have not ended.'),
    directory_requests_per_minute: limit(600, 'Requests of a directory with one token.'),
    directory_body_bytes: limit(4_194_304, 'Maximum body of a request of a directory.'),
  },
  pathParameters: {
    directory_token_id: { description: 'Id of a directory token.', example: DIRECTORY_TOKEN_ID },
  },
} as const satisfies Resource;
