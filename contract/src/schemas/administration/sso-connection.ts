import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, instant, line, timestamp } from './fields.ts';
import { groupRole, workspaceGrant } from './group-grants.ts';

export const SSO_PROTOCOLS = ['oidc', 'saml'] as const;
export type SsoProtocol = (typeof SSO_PROTOCOLS)[number];

export const SSO_STATUSES = ['draft', 'active', 'disabled'] as const;
export type SsoStatus = (typeof SSO_STATUSES)[number];

/** Whether people who are no members become some by signing in. */
export const SSO_PROVISIONINGS = ['off', 'jit'] as const;
export type SsoProvisioning = (typeof SSO_PROVISIONINGS)[number];

export const SSO_DEFAULT_ROLES = ['member', 'developer'] as const;
export type SsoDefaultRole = (typeof SSO_DEFAULT_ROLES)[number];

const MAX_DOMAINS = 100;
const MAX_GROUPS = 200;
const MAX_WORKSPACES = 100;
const MAX_CERTIFICATES = 2;

const attributeMap = z
  .strictObject({ email: z.string(), name: z.string(), groups: z.string() })
  .describe('Names of the claims or attributes of the provider.');

/** A connection to the identity provider of an organization (SSO-03, D-SSO-6). */
export const SsoConnection = z
  .object({
    id: z.string(),
    type: z.literal('sso_connection'),
    name: z.string(),
    protocol: z.enum(SSO_PROTOCOLS),
    domains: z.array(z.string()).describe('Email domains whose people it signs in.'),
    status: z.enum(SSO_STATUSES).describe('Only an `active` connection signs anybody in.'),
    oidc: z
      .object({
        issuer: z.string(),
        client_id: z.string(),
        scopes: z.string(),
        client_secret_expires_at: timestamp.nullable(),
      })
      .nullable()
      .describe('The client secret is never returned.'),
    saml: z
      .object({
        idp_entity_id: z.string(),
        sso_url: z.string(),
        certificates: z.array(
          z.object({ fingerprint: z.string().describe('SHA-256, in hexadecimal.'), not_after: timestamp }),
        ),
      })
      .nullable(),
    attribute_map: attributeMap,
    provisioning: z
      .enum(SSO_PROVISIONINGS)
      .describe(
        '`jit` makes people members when they first sign in, `off` refuses anyone who is not a member.',
      ),
    default_role: z.enum(SSO_DEFAULT_ROLES),
    group_roles: z.array(
      z.object({ group: z.string(), role: groupRole.nullable(), workspaces: z.array(workspaceGrant) }),
    ),
    allow_idp_initiated: z.boolean(),
    trust_second_factor: z
      .boolean()
      .describe(
        'Whether a second factor that the provider says it asked for replaces the one of this service.',
      ),
    created_at: timestamp,
    updated_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'SsoConnection' });
export type SsoConnection = z.infer<typeof SsoConnection>;

/** Where the Owner signs in once (D-SSO-10). */
export const SsoConnectionTest = z
  .object({ type: z.literal('sso_connection_test'), url: z.string() })
  .meta({ id: 'SsoConnectionTest' });
export type SsoConnectionTest = z.infer<typeof SsoConnectionTest>;

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(...HOLDABLE);

const httpsUrl = text(2048).refine(isHttps, 'must be an https address without user, password or fragment');

function isHttps(value: string): boolean {
  return /^https:\/\/[^\s/?#@]+(\/[^\s#]*)?$/.test(value);
}

const oidc = z.strictObject({
  issuer: httpsUrl.refine((value) => !value.includes('?'), 'must have no query'),
  client_id: text(500),
  client_secret: text(4096).describe(
    'Write-only. A new one is used first; for 7 days the one before is tried too.',
  ),
  client_secret_expires_at: instant.nullable(),
  scopes: text(500).regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid'),
});

const saml = z.strictObject({
  idp_entity_id: text(1024),
  sso_url: httpsUrl,
  certificates: z.array(text(16_384)).min(1).max(MAX_CERTIFICATES).describe('PEM.'),
});

const claim = text(200);
const attributeMapSettings = z.strictObject({ email: claim, name: claim, groups: claim });
const groupRoles = z
  .array(
    z.strictObject({
      group: text(256),
      role: groupRole.nullable().default(null),
      workspaces: z.array(workspaceGrant).max(MAX_WORKSPACES).default([]),
    }),
  )
  .max(MAX_GROUPS);

/** What may be set in both. */
const settings = (limits: LimitValues) => ({
  name: line(1, limits.sso_connection_name_characters),
  domains: z.array(text(254)).min(1).max(MAX_DOMAINS),
  provisioning: z.enum(SSO_PROVISIONINGS),
  default_role: z.enum(SSO_DEFAULT_ROLES),
  group_roles: groupRoles,
  allow_idp_initiated: z.boolean(),
  trust_second_factor: z.boolean(),
});

/** It is made as a draft (D-SSO-9). */
export function ssoConnectionCreation(limits: LimitValues) {
  const { provisioning, default_role, group_roles, allow_idp_initiated, trust_second_factor, ...required } =
    settings(limits);
  return z.strictObject({
    ...required,
    protocol: z.enum(SSO_PROTOCOLS),
    oidc: oidc
      .extend({
        client_secret: oidc.shape.client_secret.optional(),
        client_secret_expires_at: oidc.shape.client_secret_expires_at.default(null),
        scopes: oidc.shape.scopes.default('openid email profile'),
      })
      .optional()
      .describe('Required with the protocol `oidc`.'),
    saml: saml.optional().describe('Required with the protocol `saml`.'),
    attribute_map: attributeMapSettings.partial().default({}).describe('Default: `email`, `name`, `groups`.'),
    provisioning: provisioning.default('off'),
    default_role: default_role.default('member'),
    group_roles: group_roles.default([]),
    allow_idp_initiated: allow_idp_initiated.default(false),
    trust_second_factor: trust_second_factor.default(false),
  });
}
export type SsoConnectionCreation = z.output<ReturnType<typeof ssoConnectionCreation>>;

/** `oidc`, `saml` and `attribute_map` are merged, lists are replaced (D-SSO-7). */
export function ssoConnectionUpdate(limits: LimitValues) {
  return z
    .strictObject({
      ...settings(limits),
      status: z.enum(SSO_STATUSES).exclude(['draft']),
      oidc: oidc.partial(),
      saml: saml.partial(),
      attribute_map: attributeMapSettings.partial(),
    })
    .partial();
}
export type SsoConnectionUpdate = z.output<ReturnType<typeof ssoConnectionUpdate>>;
