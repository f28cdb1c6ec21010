import type { DOMAIN_OPERATIONS } from '../operations/administration/domains.ts';
import { domain } from './objects/sign-on.ts';
import type { References } from './operation-reference.ts';

export const DOMAIN_REFERENCES: References<typeof DOMAIN_OPERATIONS> = {
  createDomain: {
    description: `Adds a domain, \`pending\` until it is verified. Publish \`txt_value\` as a TXT record of the name \`txt_name\`, then verify the domain. Public suffixes such as
\`co.uk\` and domains of public mail services are refused, and so is a domain that another organization has verified (409 \`resource_conflict\`). Only the key of an
owner may read and change domains.`,
    body: { domain: 'acme.example' },
    response: { ...domain, status: 'pending', verified_at: null },
  },
  listDomains: {
    description:
      'Domains of the organization, newest first. They have no ids: `after_id`, `before_id`, `first_id` and `last_id` are domains.',
    response: {
      object: 'list',
      data: [domain],
      has_more: false,
      first_id: domain.domain,
      last_id: domain.domain,
    },
  },
  verifyDomain: {
    description: `Asks DNS for the TXT records of \`txt_name\`, and verifies the domain if one of them is \`txt_value\`. Where none is, or DNS does not answer, or another
organization has verified the domain meanwhile, the answer is 409 \`resource_conflict\`. New records can take a while until every name server has them.

Keep the record: the service looks for it once a day, and a domain that has been without it for 7 days is \`pending\` again.`,
    response: domain,
  },
  deleteDomain: {
    description: 'Deletes the domain. Another organization can verify it from then on.',
    response: { domain: domain.domain, type: 'domain', deleted: true },
  },
};
