import { IP_ENTRIES_LIMIT, normalizeIpEntry, normalizeOriginEntry, ORIGIN_ENTRIES_LIMIT, Secret } from '#kit';
import {
  KEY_PREFIXES,
  ORGANIZATION_ROLES,
  SECRET_HEX_CHARACTERS,
  type InferenceKeyKind,
} from '@svc/contract';
import { z } from 'zod';
import { modelId } from '../deployment/model-schema.ts';
import { decimal, email, secretText, timestamp } from '../schema-parts.ts';

/** Ledger amounts are nano-dollars in a safe integer. */
const LARGEST_USD = 9_000_000;

/** Longer ones nobody could sign in with. */
const PASSWORD_CHARACTERS = 128;

const name = (characters: number) =>
  z
    .string()
    .max(characters)
    .regex(/^\S(.*\S)?$/u, 'must not be empty nor start or end with a space')
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');

/** List entries become their stored form; what cannot be read is refused. */
const entry = (normalize: (text: string) => string | undefined, message: string) =>
  z.string().transform((text, context) => {
    const normal = normalize(text);
    if (normal !== undefined) return normal;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const allowedIps = () =>
  z
    .array(entry(normalizeIpEntry, 'must be an IP address, or a range no wider than /8 (IPv4) or /32 (IPv6)'))
    .max(IP_ENTRIES_LIMIT)
    .describe('Addresses and ranges callers must come from. Empty: no restriction.');

const allowedOrigins = () =>
  z
    .array(entry(normalizeOriginEntry, 'must be an origin such as https://app.example'))
    .max(ORIGIN_ENTRIES_LIMIT)
    .describe('Browser origins the key may be used from. Empty: no restriction.');

const modelList = (what: string) =>
  z.array(modelId()).describe(`Ids of the models ${what} may use. Left out: all of its plan.`);

/** A credential's secret: the prefix of its kind and 64 hexadecimal characters (D-GEN-3). */
const keySecret = (prefixes: readonly string[]) => {
  const pattern = `^(${prefixes.join('|')})[0-9a-fA-F]{${SECRET_HEX_CHARACTERS}}$`;
  const message = `must be ${prefixes.join(' or ')} and ${SECRET_HEX_CHARACTERS} hexadecimal characters`;
  return z
    .string()
    .regex(new RegExp(pattern), message)
    .transform((value) => new Secret(value))
    .describe('The secret. Default: one is generated and printed once.');
};

const member = z
  .strictObject({
    email: email().describe('Email address: the account of the person, in every organization.'),
    name: name(100).optional().describe('Name of the person.'),
    role: z.enum(ORGANIZATION_ROLES).optional().describe('Role in the organization. Default: member.'),
    password: z
      .string()
      .max(PASSWORD_CHARACTERS)
      .pipe(secretText())
      .optional()
      .describe('Password of the account, set if it has none. Use at least 12 characters, as people must.'),
    status: z
      .enum(['active', 'suspended', 'removed'])
      .optional()
      .describe('State of the membership. Default: active.'),
    account: z.enum(['enabled', 'disabled']).optional().describe('State of the account. Default: enabled.'),
  })
  .describe('A member of the organization.');

const perMinute = (what: string) =>
  z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe(`${what} per minute.`);
const rateLimit = z
  .strictObject({
    model: modelId().describe('Id of the model.'),
    requests_per_minute: perMinute('Requests'),
    input_tokens_per_minute: perMinute('Input tokens'),
    output_tokens_per_minute: perMinute('Output tokens'),
  })
  .refine((limit) => Object.keys(limit).length > 1, 'must set at least one limit')
  .describe("Limits of one model below the organization's. What is left out follows the organization's.");

const workspace = z
  .strictObject({
    name: name(40).describe('Name, unique in the organization.'),
    allowed_ips: allowedIps().optional(),
    spend_limit_usd: decimal(LARGEST_USD)
      .nullable()
      .optional()
      .describe('Monthly limit on credit spend in US dollars. null: none.'),
    models: modelList('the workspace').optional(),
    rate_limits: z.array(rateLimit).optional().describe('Its own limits per minute.'),
  })
  .describe('A workspace. Every organization has one named Default.');

const kinds = Object.keys(KEY_PREFIXES).filter((kind) => kind !== 'admin') as [
  InferenceKeyKind,
  ...InferenceKeyKind[],
];

const key = z
  .strictObject({
    name: name(100).describe('Name of the key.'),
    kind: z.enum(kinds).default('private').describe('Kind of the key.'),
    workspace: name(40).default('Default').describe('Name of its workspace.'),
    created_by: email().describe('Email of the member it belongs to.'),
    secret: keySecret(kinds.map((kind) => KEY_PREFIXES[kind])).optional(),
    status: z.enum(['active', 'inactive', 'revoked']).optional().describe('State. Default: active.'),
    expires_at: timestamp().nullable().optional().describe('When the key expires. null: never.'),
    allowed_origins: allowedOrigins().optional(),
    allowed_ips: allowedIps().optional(),
  })
  .describe('A key for inference.');

const adminKey = z
  .strictObject({
    name: name(100).describe('Name of the key.'),
    created_by: email().describe('Email of the member it belongs to.'),
    secret: keySecret([KEY_PREFIXES.admin]).optional(),
    allowed_ips: allowedIps().optional(),
  })
  .describe('A key for the Admin API.');

const limitUsd = () => decimal(LARGEST_USD).describe('US dollars a calendar month.');
const spendLimit = z
  .discriminatedUnion('scope', [
    z.strictObject({
      scope: z.literal('organization').describe('Of the whole organization.'),
      limit_usd: limitUsd(),
    }),
    z.strictObject({
      scope: z.literal('workspace').describe('Of one workspace.'),
      workspace: name(40).describe('Its name.'),
      limit_usd: limitUsd(),
    }),
    z.strictObject({
      scope: z.literal('member').describe('Of one member.'),
      member: email().describe('Its email.'),
      limit_usd: limitUsd(),
    }),
    z.strictObject({
      scope: z.literal('group').describe('Of one group.'),
      group: name(100).describe('Its name.'),
      limit_usd: limitUsd(),
    }),
  ])
  .describe('A monthly limit on credit spend.');

const group = z
  .strictObject({
    name: name(100).describe('Name, unique in the organization.'),
    members: z.array(email()).default([]).describe('Emails of its members.'),
  })
  .describe('A group of members.');

const organization = z
  .strictObject({
    name: name(100).describe('Name, unique in the deployment.'),
    plan: z.string().min(1).describe('Id of a plan of the deployment configuration.'),
    billing: z.enum(['active', 'inactive']).optional().describe('State of billing. Default: active.'),
    status: z
      .enum(['active', 'unavailable'])
      .optional()
      .describe('State of the organization. Default: active.'),
    zero_data_retention: z
      .boolean()
      .optional()
      .describe('Whether nothing of its requests may be kept. Default: false.'),
    subscribed_at: timestamp()
      .optional()
      .describe('Start of the billing months. Default: when it is created.'),
    credits: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .describe('Whether credits pay when the plan allowance is used up. Default: false.'),
        balance_usd: decimal(LARGEST_USD)
          .optional()
          .describe('Balance in US dollars, set on creation only. Default: 0.'),
        low_balance_usd: decimal(LARGEST_USD)
          .refine((usd) => Number(usd) > 0, 'must be more than 0')
          .nullable()
          .optional()
          .describe(
            'Balance in US dollars below which the organization is notified. null: never. Default: never.',
          ),
      })
      .optional()
      .describe('Usage credits.'),
    models: modelList('the organization').optional(),
    members: z.array(member).default([]).describe('People of the organization.'),
    workspaces: z.array(workspace).default([]).describe('Workspaces. Default is made when it is not listed.'),
    keys: z.array(key).default([]).describe('Keys for inference.'),
    admin_keys: z.array(adminKey).default([]).describe('Keys for the Admin API.'),
    spend_limits: z.array(spendLimit).default([]).describe('Monthly limits on credit spend.'),
    groups: z.array(group).default([]).describe('Groups of members.'),
  })
  .describe('An organization with its people and credentials.');

/** The provisioning file as a whole. */
export const provisioningSchema = z
  .strictObject({ organizations: z.array(organization).default([]).describe('Organizations by name.') })
  .describe('Provisioning file of Svc: organizations, people and credentials to start with.');
