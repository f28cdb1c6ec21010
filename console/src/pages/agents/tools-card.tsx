import type { Agent } from '@svc/contract';
import { agentStrings } from '../../strings/agents.ts';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';

const { one: words, none } = agentStrings;

/** Functions, built-in tools and MCP servers, each with who decides about a call. */
export function ToolsCard({ agent: { tools, mcp_servers: servers } }: { readonly agent: Agent }) {
  const ofTools = tools.map((tool) =>
    tool.type === 'function'
      ? [tool.function.name, words.function]
      : [tool.type, words.permissions[tool.permission]],
  );
  const ofServers = servers.map(({ name, url, allowed_tools: allowed, permission }) => [
    name,
    [url, allowed?.join(', ') ?? words.allTools, words.permissions[permission]].join(' · '),
  ]);
  return (
    <>
      <Card title={words.tools}>
        {ofTools.length > 0 ? <Facts facts={Object.fromEntries(ofTools)} /> : none}
      </Card>
      <Card title={words.servers}>
        {ofServers.length > 0 ? <Facts facts={Object.fromEntries(ofServers)} /> : none}
      </Card>
    </>
  );
}
