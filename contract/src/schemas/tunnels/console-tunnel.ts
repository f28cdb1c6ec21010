import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from '../administration/fields.ts';
import { MCP_TOKEN } from '../mcp-token.ts';
import { target } from './tunnel.ts';

export function tunnelTest(limits: LimitValues) {
  return z.strictObject({
    url: target(limits).describe('One of the `allowed_targets`.'),
    authorization_token: z
      .string()
      .regex(MCP_TOKEN, 'must be 1 to 8,192 characters of printable ASCII without spaces')
      .nullish()
      .describe('For the MCP server. It is not stored.'),
  });
}
export type TunnelTestRequest = z.output<ReturnType<typeof tunnelTest>>;

/** What the MCP server behind a target offers. */
export const TunnelTest = z
  .object({
    type: z.literal('tunnel_test'),
    tunnel_id: z.string(),
    url: z.string(),
    tools: z.array(z.object({ name: z.string(), description: z.string().nullable() })),
  })
  .meta({ id: 'TunnelTest' });
export type TunnelTest = z.infer<typeof TunnelTest>;

/** What whoever runs connectors has to know of a tunnel beside its credential. */
export const TunnelSetup = z
  .object({
    type: z.literal('tunnel_setup'),
    tunnel_id: z.string(),
    connector_url: z
      .string()
      .nullable()
      .describe('Where connectors dial. Null: `mtls`, and the deployment has no port for it.'),
    tokens: z
      .array(
        z.object({
          created_at: timestamp,
          expires_at: timestamp.nullable().describe('Null: it is the current one.'),
          active_connections: z.int().min(0).describe('Connectors online with it.'),
        }),
      )
      .describe('Those that work now, newest first: the current one, and those that were rotated.'),
  })
  .meta({ id: 'TunnelSetup' });
export type TunnelSetup = z.infer<typeof TunnelSetup>;
