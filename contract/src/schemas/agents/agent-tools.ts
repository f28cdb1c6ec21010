import { z } from 'zod';
import { AGENT_TOOLS, SERVER_TOOLS } from '../../capabilities.ts';
import type { LimitValues } from '../../limits.ts';
import { MessageTool } from '../messages-request.ts';
import { target } from '../tunnels/tunnel.ts';

const PERMISSIONS = ['allow', 'ask'] as const;
export type ToolPermission = (typeof PERMISSIONS)[number];

/** Longer lists are more likely a mistake than a choice. */
const MAX_DOMAINS = 100;
const MAX_ALLOWED_TOOLS = 1000;
const MAX_TOOL_NAME_CHARACTERS = 200;

const permission = z.enum(PERMISSIONS).describe('`ask`: each call waits until somebody approves it.');
const retrySafe = z.boolean().describe('Whether a call that a crash interrupted may be made again.');

/** A tool that runs on the side of the service, as agents show it (AGENT-09, AGENT-22). */
const AgentBuiltinTool = z.object({
  type: z.enum(AGENT_TOOLS),
  permission,
  retry_safe: retrySafe,
});
const AgentWebTool = z.object({
  type: z.enum(SERVER_TOOLS),
  permission,
  retry_safe: retrySafe,
  max_uses: z.int().nullable(),
  allowed_domains: z.array(z.string()).nullable(),
  blocked_domains: z.array(z.string()).nullable(),
});

export const AgentTool = z
  .discriminatedUnion('type', [MessageTool, AgentBuiltinTool, AgentWebTool])
  .meta({ id: 'AgentTool', description: 'A function of the caller, or a built-in tool.' });
export type AgentTool = z.infer<typeof AgentTool>;

export const AgentMcpServer = z
  .object({
    name: z.string(),
    url: z.string(),
    tunnel_id: z.string().nullable(),
    allowed_tools: z.array(z.string()).nullable().describe('null: all of its tools.'),
    permission,
    required: z.boolean().describe('Whether a turn fails when the server cannot be reached.'),
    retry_safe: retrySafe,
  })
  .meta({ id: 'AgentMcpServer' });
export type AgentMcpServer = z.infer<typeof AgentMcpServer>;

export const AgentSkill = z
  .object({
    skill_id: z.string(),
    version: z.int().nullable().describe('null: the newest when a session begins.'),
  })
  .meta({ id: 'AgentSkill' });

/** The value, or what stands for it where it is absent or null. */
function orElse<T extends z.ZodType, const D extends z.output<T> | null>(schema: T, otherwise: D) {
  return schema.nullish().transform((value) => value ?? otherwise);
}

/** Fields of everything that runs on the side of the service. */
function ofServiceSide(granted: ToolPermission) {
  return {
    permission: orElse(permission, granted).describe(`Default ${granted}.`),
    retry_safe: orElse(retrySafe, false).describe('Default false.'),
  };
}

function builtinTool() {
  return z.strictObject({ type: z.enum(AGENT_TOOLS), ...ofServiceSide('allow') });
}

const DOMAIN = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const MAX_DOMAIN_CHARACTERS = 253;

function webTool(limits: LimitValues) {
  const domains = z
    .array(
      z
        .string()
        .max(MAX_DOMAIN_CHARACTERS)
        .toLowerCase()
        .regex(DOMAIN, 'must be a domain, such as example.com'),
    )
    .min(1)
    .max(MAX_DOMAINS);
  return z
    .strictObject({
      type: z.enum(SERVER_TOOLS),
      ...ofServiceSide('allow'),
      max_uses: orElse(z.int().min(1).max(limits.server_tool_uses), null),
      allowed_domains: orElse(domains, null),
      blocked_domains: orElse(domains, null),
    })
    .refine(
      ({ allowed_domains: allowed, blocked_domains: blocked }) => allowed === null || blocked === null,
      { path: ['blocked_domains'], error: 'must be absent where allowed_domains is set' },
    );
}

/** AGENT-05 to AGENT-09. That names differ is checked with the servers. */
export function agentTools(limits: LimitValues) {
  return z
    .array(z.discriminatedUnion('type', [MessageTool, builtinTool(), webTool(limits)]))
    .max(limits.tools_per_agent);
}

/** AGENT-09, AGENT-10, AGENT-22, AGENT-25. There is no token: vaults hold those. */
export function agentMcpServers(limits: LimitValues) {
  const toolName = z.string().min(1).max(MAX_TOOL_NAME_CHARACTERS);
  const server = z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, underscores and hyphens'),
      url: target(limits).describe('An https URL of a public host, unless tunnel_id is set.'),
      tunnel_id: orElse(z.string().min(1).max(100), null),
      allowed_tools: orElse(z.array(toolName).min(1).max(MAX_ALLOWED_TOOLS), null).describe('Default all.'),
      ...ofServiceSide('ask'),
      required: orElse(z.boolean(), false).describe(
        'Default false. Whether a turn fails when the server cannot be reached.',
      ),
    })
    .refine(({ url, tunnel_id: tunnelId }) => tunnelId !== null || /^https:/i.test(url), {
      path: ['url'],
      error: 'must begin with https:// where there is no tunnel_id',
    });
  return z
    .array(server)
    .max(limits.mcp_servers_per_agent)
    .superRefine((servers, context) => {
      const names = servers.map(({ name }) => name);
      const repeated = names.findIndex((name, at) => names.indexOf(name) !== at);
      if (repeated >= 0)
        context.addIssue({
          code: 'custom',
          path: [repeated, 'name'],
          message: 'is the name of another server of the agent',
        });
    });
}

/** AGENT-12. */
export function agentSkills(limits: LimitValues) {
  return z
    .array(
      z.strictObject({
        skill_id: z.string().min(1).max(100),
        version: orElse(z.int().min(1), null).describe('null: the newest when a session begins.'),
      }),
    )
    .max(limits.skills_per_agent);
}
