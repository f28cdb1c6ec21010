import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { amount, line, money, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';
import { rateLimitOverride, rateTier } from '../administration/rate-limits.ts';
import { personName } from '../console/account.ts';
import { emailAddress } from '../console/sign-in.ts';

const status = z
  .enum(['active', 'suspended'])
  .describe('Keys and people of a suspended organization get 403 `org_unavailable`.');
const billing = z
  .enum(['active', 'inactive'])
  .describe('Keys of an organization without active billing get 403 `plan_required`.');

const ownTier = rateTier
  .nullable()
  .describe('Replaces the tier of the plan. Null: the tier of the plan applies.');
const ownLimits = z
  .array(rateLimitOverride)
  .max(100)
  .describe('Limits of single models in place of those of the tier, whether lower or higher.');

/** What an identifier of another system may look like. It is part of a path. */
export const EXTERNAL_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** An organization as the people who run the deployment see it. */
export const ManagedOrganization = z
  .object({
    id: z.string(),
    type: z.literal('organization'),
    external_id: z.string().nullable().describe('What another system calls it.'),
    name: z.string(),
    status,
    plan: z.string().describe('Id of a plan of the deployment.'),
    billing,
    zero_data_retention: z.boolean(),
    credits_enabled: z.boolean().describe('Whether calls may use credits when the plan is used up.'),
    rate_tier: ownTier,
    rate_limits: ownLimits,
    single_sign_on: z
      .enum(['off', 'on', 'required'])
      .describe('`on`: a connection is active. `required`: members of verified domains have no other way.'),
    directory_sync: z.boolean().describe('Whether there is a directory token.'),
    balance_usd: money,
    subscribed_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'ManagedOrganization' });
export type ManagedOrganization = z.infer<typeof ManagedOrganization>;

/** What is set of an organization. What is left out takes its default; the status stays, so that a routine never brings back a suspended one. */
export function organizationDeclaration(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.organization_name_characters),
    plan: line(1, 100),
    status: status.optional(),
    billing: billing.default('active'),
    zero_data_retention: z.boolean().default(false),
    credits_enabled: z.boolean().default(false),
    rate_tier: ownTier.default(null),
    rate_limits: ownLimits.default([]),
  });
}
export type OrganizationDeclaration = z.output<ReturnType<typeof organizationDeclaration>>;

export function organizationCreation(limits: LimitValues) {
  return organizationDeclaration(limits).extend({
    external_id: z
      .string()
      .regex(EXTERNAL_ID, 'must be 1 to 100 letters, digits, "_" or "-"')
      .nullable()
      .default(null),
  });
}
export type OrganizationCreation = z.output<ReturnType<typeof organizationCreation>>;

export function managedOrganizationUpdate(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.organization_name_characters).optional(),
    plan: line(1, 100).optional(),
    status: status.optional(),
    billing: billing.optional(),
    zero_data_retention: z.boolean().optional(),
    credits_enabled: z.boolean().optional(),
    rate_tier: ownTier.optional(),
    rate_limits: ownLimits.optional(),
  });
}
export type ManagedOrganizationUpdate = z.output<ReturnType<typeof managedOrganizationUpdate>>;

export function managedOrganizationQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    search: line(1, limits.organization_name_characters)
      .optional()
      .describe('The beginning of the name, whatever its case, or of the id.'),
  });
}
export type ManagedOrganizationQuery = z.output<ReturnType<typeof managedOrganizationQuery>>;

/** Credits that were added. The ledger of the organization shows them. */
export const CreditGrant = z
  .object({
    id: z.string().describe('Id of its entry in the ledger.'),
    type: z.literal('credit_grant'),
    organization_id: z.string(),
    amount_usd: money,
    note: z.string(),
    balance_usd: z.string().describe('The balance with it.'),
    created_at: timestamp,
  })
  .meta({ id: 'CreditGrant' });
export type CreditGrant = z.infer<typeof CreditGrant>;

const NOTE_CHARACTERS = 200;

export const creditGranting = () =>
  z.strictObject({
    amount_usd: amount.refine((text) => Number(text) > 0, 'must be more than 0'),
    note: line(0, NOTE_CHARACTERS)
      .default('')
      .describe('The reason, shown in the ledger of the organization.'),
  });
export type CreditGranting = z.output<ReturnType<typeof creditGranting>>;

/** A one-time link by which the primary owner of an organization sets name, email and password. */
export const OwnerSetupLink = z
  .object({
    type: z.literal('owner_setup_link'),
    email: z.string().describe('Email of the primary owner.'),
    url: z.string().describe('Shown this once and kept nowhere. It works once.'),
    expires_at: timestamp,
  })
  .meta({ id: 'OwnerSetupLink' });
export type OwnerSetupLink = z.infer<typeof OwnerSetupLink>;

export function ownerLinkCreation(limits: LimitValues) {
  return z.strictObject({
    email: emailAddress
      .optional()
      .describe(
        'Who becomes the primary owner of an organization that has none. Required then, and only then allowed.',
      ),
    name: personName(limits)
      .optional()
      .describe('Name of a person who has no account yet. The email if left out.'),
  });
}
export type OwnerLinkCreation = z.output<ReturnType<typeof ownerLinkCreation>>;
