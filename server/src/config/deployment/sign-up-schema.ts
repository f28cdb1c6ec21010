import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { decimal } from '../schema-parts.ts';

/** As mail programs write it in the part of an address behind the @. */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9][a-z0-9-]*[a-z0-9]$/;

const domain = z.string().transform((text, context) => {
  // Written in any letters and case; compared as it is in addresses.
  const ascii = domainToASCII(text);
  if (DOMAIN.test(ascii)) return ascii;
  context.addIssue({ code: 'custom', message: 'must be a domain such as example.com, without @ or *' });
  return z.NEVER;
});

const perDay = (organizations: number) => z.int().min(1).max(1_000_000).default(organizations);

/** Who may create an organization without being invited. */
export const signUpSchema = z
  .strictObject({
    mode: z
      .enum(['open', 'domains', 'approval'])
      .describe(
        'Who may sign up. open: everybody. domains: who has an email address at one of the domains. approval: who an operator approves.',
      ),
    domains: z
      .array(domain)
      .min(1)
      .max(1000)
      .optional()
      .describe(
        'Domains of addresses, for the mode domains. A subdomain is another domain. Names in other scripts are written as they are, or as xn--….',
      ),
    plan: z.string().describe('Id of the plan of a new organization.'),
    credits_usd: decimal()
      .default('0')
      .describe('Credits of a new organization, in dollars. Above 0, its calls may use credits.'),
    organizations_per_day: perDay(100).describe(
      'Most organizations made by sign-up, or put to approval, in a day.',
    ),
    organizations_per_domain_per_day: perDay(10).describe('The same for email addresses of one domain.'),
  })
  .optional()
  .describe('Sign-up to the Console. Needs a mail server (SMTP_URL). A reload is enough. Default: off.');
