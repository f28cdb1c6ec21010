import { MCP_TOKEN } from '@svc/contract';
import type { McpServer } from '#exchange';
import { Secret } from '#kit';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isAbsent, readList, readObject, readText, type Fields } from './fields.ts';

const FIELDS = new Set(['name', 'url', 'tunnel_id', 'authorization_token', 'allowed_tools']);
/** Becomes the first part of each tool's name, which engines take in letters, digits, underscores and hyphens. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_URL_CHARACTERS = 2048;
const MAX_ALLOWED_TOOLS = 1000;

/** By their form alone (D-40): where a URL leads and whose tunnel it is, is looked at once the caller is at hand. */
export function parseMcpServers(value: unknown, parts: CallParts): McpServer[] {
  const list = readList(value, 'mcp_servers');
  if (list.length > parts.limits.mcpServers)
    throw invalid('mcp_servers', `A request may name at most ${parts.limits.mcpServers} MCP servers.`);
  if (list.length > 0) need(parts, 'tools', 'unsupported_parameter', 'mcp_servers');
  const names = new Set<string>();
  return list.map((item, i) => {
    const path = `mcp_servers[${i}]`;
    const server = parseServer(readObject(item, path, FIELDS), path);
    if (names.has(server.name)) throw invalid(`${path}.name`, 'Each MCP server must have a unique name.');
    names.add(server.name);
    return server;
  });
}

function parseServer(server: Fields, path: string): McpServer {
  const name = readText(server['name'], `${path}.name`);
  if (!NAME.test(name))
    throw invalid(`${path}.name`, `${path}.name must have 1 to 64 letters, digits, underscores or hyphens.`);
  const url = readText(server['url'], `${path}.url`);
  if (url.length > MAX_URL_CHARACTERS)
    throw invalid(`${path}.url`, `${path}.url may have at most ${MAX_URL_CHARACTERS} characters.`);
  const tunnelId = isAbsent(server['tunnel_id'])
    ? undefined
    : readText(server['tunnel_id'], `${path}.tunnel_id`);
  const token = isAbsent(server['authorization_token']) ? undefined : server['authorization_token'];
  // It travels in a header.
  if (token !== undefined && (typeof token !== 'string' || !MCP_TOKEN.test(token)))
    throw invalid(
      `${path}.authorization_token`,
      `${path}.authorization_token must be a string of printable ASCII without spaces.`,
    );
  const allowedTools = readAllowedTools(server['allowed_tools'], `${path}.allowed_tools`);
  return {
    name,
    url,
    ...(tunnelId === undefined ? {} : { tunnelId }),
    ...(token === undefined ? {} : { authorizationToken: new Secret(token) }),
    ...(allowedTools ? { allowedTools } : {}),
  };
}

/** None at all is a server nobody needs, and more likely a mistake. */
function readAllowedTools(value: unknown, path: string): string[] | undefined {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ALLOWED_TOOLS)
    throw invalid(path, `${path} must name 1 to ${MAX_ALLOWED_TOOLS} tools; leave it out to allow all.`);
  return value.map((name: unknown, i) => readText(name, `${path}[${i}]`));
}
