import { AGENT_TOOLS, ApiError, SERVER_TOOLS, type AgentDefinition } from '@svc/contract';

const BUILTIN_NAMES: ReadonlySet<string> = new Set([...SERVER_TOOLS, ...AGENT_TOOLS]);

/**
 * Throws 400 `invalid_parameter` for a name that two tools of the agent have (AGENT-08). A tool of an MCP server is
 * `<server>__<tool>`; those of a server that allows all of its tools are not known yet. Functions may not be named like built-in
 * tools, which a later version could add.
 */
export function checkToolNames({ tools, mcp_servers: servers }: AgentDefinition): void {
  const taken = new Set<string>();
  const take = (name: string, param: string): void => {
    if (taken.has(name))
      throw new ApiError('invalid_parameter', {
        param,
        message: `${param} is the name of another tool of the agent. Rename one of them.`,
      });
    taken.add(name);
  };
  for (const [i, tool] of tools.entries()) {
    if (tool.type !== 'function') {
      take(tool.type, `tools[${i}].type`);
      continue;
    }
    const param = `tools[${i}].function.name`;
    if (BUILTIN_NAMES.has(tool.function.name))
      throw new ApiError('invalid_parameter', {
        param,
        message: `${param} is the name of a built-in tool. Choose another one.`,
      });
    take(tool.function.name, param);
  }
  for (const [i, { name, allowed_tools: allowed }] of servers.entries())
    for (const [j, tool] of (allowed ?? []).entries())
      take(`${name}__${tool}`, `mcp_servers[${i}].allowed_tools[${j}]`);
}
