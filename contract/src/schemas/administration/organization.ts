import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { HOLDABLE, id, line, timestamp } from './fields.ts';

const MAX_LISTED = 100;

/** Which MCP servers requests may name (D-ADM-4). */
const McpPolicy = z.strictObject({
  mode: z.enum(['all', 'listed', 'none']),
  tunnel_ids: z.array(id('tnl_')).max(MAX_LISTED).default([]),
  urls: z
    .array(
      z
        .url()
        .max(2048)
        .refine(...HOLDABLE),
    )
    .max(MAX_LISTED)
    .default([]),
});
export type McpPolicy = z.output<typeof McpPolicy>;

/** An addition to the object, for CODE-08. */
const codeTelemetry = z
  .boolean()
  .describe(
    'Whether code clients may report numbers of sessions, lines and commits. An extension of this service.',
  );

const ssoRequired = z
  .boolean()
  .describe(
    'Whether members of verified domains must sign in by a connection. The primary owner keeps password and second factor.',
  );

/** An organization (platform contract §4.2, D-ADM-4). */
export const Organization = z
  .object({
    id: z.string(),
    type: z.literal('organization'),
    name: z.string(),
    plan: z.string(),
    zero_data_retention: z.boolean(),
    data_regions: z.array(z.string()).describe('Where workspaces may keep their data.'),
    primary_owner_id: z.string().nullable(),
    mcp_policy: McpPolicy,
    allowed_email_domains: z.array(z.string()).describe('Domains invites may go to; empty: any.'),
    sso: z
      .object({
        enabled: z.boolean().describe('Whether a connection is active.'),
        required: ssoRequired,
        connection_ids: z.array(z.string()).describe('The active connections.'),
      })
      .describe('Single sign-on.'),
    code_telemetry: codeTelemetry,
    created_at: timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof Organization>;

const domain = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'must be a domain such as example.com')
  .transform((text) => text.toLowerCase());

/** What may be changed of it. All but the name is for owners. */
export function organizationUpdate(limits: LimitValues) {
  return z.strictObject({
    name: line(1, limits.organization_name_characters).optional(),
    mcp_policy: McpPolicy.optional(),
    allowed_email_domains: z.array(domain).max(MAX_LISTED).optional(),
    sso: z.strictObject({ required: ssoRequired }).optional(),
    code_telemetry: codeTelemetry.optional(),
  });
}
export type OrganizationUpdate = z.output<ReturnType<typeof organizationUpdate>>;
