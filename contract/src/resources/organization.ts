import { limit } from '../limits/limit.ts';
import { ORGANIZATION_ID } from '../reference/objects/ids.ts';
import { OWNERS, OFFICERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Platform contract §2.4. */
export const ORGANIZATION = {
  type: 'organization',
  kind: 'Organization',
  ids: { organization: 'org_' },
  errors: {
    organization_not_found: {
      status: 404,
      when: 'No such organization, or the person is not a member of it.',
      message: 'No organization with this id exists here. List the organizations to find its id.',
    },
  },
  permissions: {
    'ownership.transfer': { words: 'Transfer primary ownership', roles: { primary_owner: 'all' } },
    'owners.manage': {
      words:
        'Change owners and administrators, the spend limit of the organization, its MCP policy, email domains, single sign-on, directory tokens and inference hook',
      roles: OWNERS,
    },
    'organization.manage': { words: 'Change organization settings', roles: OFFICERS },
  },
  audit: {
    people: {
      'owner.set_up': 'Owner set up',
      'owner.reset': 'Owner reset',
    },
    organization: {
      'organization.updated': 'Organization changed',
      'rate_limits.updated': 'Rate limits changed',
    },
  },
  limits: {
    organization_name_characters: limit(100, 'Maximum length of the name of an organization.'),
  },
  pathParameters: {
    organization_id: { description: 'Id of an organization.', example: ORGANIZATION_ID },
    external_id: { description: 'What another system calls the organization.', example: 'customer-1042' },
  },
} as const satisfies Resource;
