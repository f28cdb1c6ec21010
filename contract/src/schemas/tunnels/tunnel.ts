import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { line, prose, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

export const TUNNEL_AUTH_MODES = ['token', 'mtls'] as const;
const TUNNEL_STATUSES = ['connected', 'disconnected', 'disabled'] as const;

export type TunnelAuthMode = (typeof TUNNEL_AUTH_MODES)[number];
export type TunnelStatus = (typeof TUNNEL_STATUSES)[number];

/** A way from the service to MCP servers in a private network (platform contract §2.6). */
export const Tunnel = z
  .object({
    id: z.string().describe('Begins with `tnl_`.'),
    type: z.literal('tunnel'),
    name: z.string(),
    description: z.string().nullable(),
    workspace_id: z.string(),
    allowed_targets: z.array(z.string()).describe('URLs of MCP servers, as the connector reaches them.'),
    auth_mode: z.enum(TUNNEL_AUTH_MODES).describe('How connectors prove that they belong to it.'),
    status: z.enum(TUNNEL_STATUSES),
    connections: z.object({ active: z.int(), last_seen_at: timestamp.nullable() }),
    region: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    connector_token: z.string().nullable().describe('In the answer to creation and rotation only.'),
  })
  .meta({ id: 'Tunnel' });
export type Tunnel = z.infer<typeof Tunnel>;

/** Visible ASCII without what RFC 3986 keeps out of URLs: such a text has one reading, for whoever parses it. */
const PLAIN_URL = /^[!#-;=?-[\]_a-z~]+$/;

/** With a host, and without user information, which is secret, and a fragment, which no server sees. */
const WITH_HOST = /^https?:\/\/[^/?@]+([/?]|$)/i;

function isTarget(text: string): boolean {
  return PLAIN_URL.test(text) && WITH_HOST.test(text) && !text.includes('#') && URL.canParse(text);
}

/** D-TUN-2. Compared byte for byte, so it is kept as it was written. */
export function target(limits: LimitValues) {
  return z
    .string()
    .max(limits.tunnel_target_characters)
    .refine(
      isTarget,
      'must be a complete http or https URL in ASCII, without user information and without a fragment',
    );
}

function settings(limits: LimitValues) {
  return {
    name: line(1, limits.tunnel_name_characters),
    description: prose(limits.tunnel_description_characters)
      .nullable()
      .transform((text) => text || null),
    allowed_targets: z
      .array(target(limits))
      .min(1)
      .max(limits.targets_per_tunnel)
      .transform((targets) => [...new Set(targets)]),
  };
}

/** D-TUN-1. */
export function tunnelCreation(limits: LimitValues) {
  const { name, description, allowed_targets: targets } = settings(limits);
  return z.strictObject({
    name,
    description: description.optional(),
    allowed_targets: targets,
    auth_mode: z.enum(TUNNEL_AUTH_MODES).default('token'),
  });
}
export type TunnelCreation = z.output<ReturnType<typeof tunnelCreation>>;

/** D-TUN-1, D-TUN-3. */
export function tunnelUpdate(limits: LimitValues) {
  const { name, description, allowed_targets: targets } = settings(limits);
  return z.strictObject({
    name: name.optional(),
    description: description.optional(),
    allowed_targets: targets.optional().describe('Replaces the list.'),
    status: z
      .enum(['enabled', 'disabled'])
      .optional()
      .describe('`disabled` closes all connections and refuses new ones; `enabled` lifts that.'),
  });
}
export type TunnelUpdate = z.output<ReturnType<typeof tunnelUpdate>>;

export function tunnelQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ status: z.enum(TUNNEL_STATUSES).optional() });
}
export type TunnelQuery = z.output<ReturnType<typeof tunnelQuery>>;

export function tokenRotation(limits: LimitValues) {
  return z.strictObject({
    grace_seconds: z
      .int()
      .min(0)
      .max(limits.token_grace_s)
      .default(limits.token_grace_default_s)
      .describe('How long the old token keeps working.'),
  });
}
export type TokenRotation = z.output<ReturnType<typeof tokenRotation>>;

/** Platform contract §4.6. */
export const RotatedTunnelToken = z
  .object({
    id: z.string(),
    type: z.literal('tunnel'),
    connector_token: z.string(),
    previous_token_expires_at: timestamp,
  })
  .meta({ id: 'RotatedTunnelToken' });
export type RotatedTunnelToken = z.infer<typeof RotatedTunnelToken>;

/** A connector that is online (platform contract §2.6). */
export const TunnelConnection = z
  .object({
    connection_id: z.string().describe('Begins with `conn_`.'),
    connector_version: z.string(),
    remote_ip: z.string().describe('The address that the connector dials from.'),
    connected_at: timestamp,
    last_seen_at: timestamp,
    requests_1h: z.int().describe('MCP requests forwarded in the last hour.'),
    errors_1h: z.int().describe('Those of them that failed.'),
  })
  .meta({ id: 'TunnelConnection' });
export type TunnelConnection = z.infer<typeof TunnelConnection>;
