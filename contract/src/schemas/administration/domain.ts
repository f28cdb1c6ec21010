import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, timestamp } from './fields.ts';
import { pageQuery } from './page.ts';

export const DOMAIN_STATUSES = ['pending', 'verified'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The longest name that DNS has. */
const DOMAIN_CHARACTERS = 253;

/** An email domain of an organization (SSO-01, D-SSO-1). */
export const Domain = z
  .object({
    type: z.literal('domain'),
    domain: z.string().describe('In lower case; names in other scripts as `xn--…`.'),
    status: z
      .enum(DOMAIN_STATUSES)
      .describe(
        'Only a `verified` domain is matched. One whose value has been missing for a while is `pending` again.',
      ),
    txt_name: z.string().describe('Name of the DNS record that must have the value.'),
    txt_value: z.string().describe('Value of a TXT record of that name. Others may exist beside it.'),
    verified_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

/** Without an id: the path and the answer name the domain. */
export const DomainDeletion = z.object({
  domain: z.string(),
  type: z.literal('domain'),
  deleted: z.literal(true),
});

/** Whether it is the name of a domain is judged by the service, which knows public suffixes. */
export const domainCreation = () =>
  z.strictObject({
    domain: z
      .string()
      .min(1)
      // With a final dot.
      .max(DOMAIN_CHARACTERS + 1)
      .refine(...HOLDABLE)
      .describe('Domain of email addresses, such as `acme.example`. A subdomain is another domain.'),
  });

/** The cursors are domains (D-SSO-1), which are longer than ids. */
export function domainQuery(limits: LimitValues) {
  const cursor = z.string().min(1).max(DOMAIN_CHARACTERS).optional();
  return pageQuery(limits).extend({
    after_id: cursor.describe('Domains older than this one.'),
    before_id: cursor.describe('Domains newer than this one. Not together with after_id.'),
  });
}
