import { limit } from '../limits/limit.ts';
import type { Resource } from './resource.ts';

/** Email domains of an organization (SSO-01). */
export const DOMAIN = {
  type: 'domain',
  kind: 'Domain',
  errors: {
    domain_not_found: {
      status: 404,
      when: 'The organization has no such domain.',
      message: 'The organization has no such domain. List the domains to find its name.',
    },
  },
  audit: {
    organization: {
      'domain.created': 'Domain added',
      'domain.verified': 'Domain verified',
      'domain.lapsed': 'Domain no longer verified',
      'domain.deleted': 'Domain deleted',
    },
  },
  limits: {
    sso_domain_missing_days: limit(
      7,
      'How long the DNS value of a verified domain must be missing before the domain is no longer verified.',
    ),
  },
  pathParameters: {
    domain: { description: 'A domain of the organization.', example: 'acme.example' },
  },
} as const satisfies Resource;
