import type { Authenticated, Exchange, Parsed, Step } from '#exchange';
import { requireAllowedServers, type OrganizationDirectory } from '#features/organization';

export interface EnforceMcpPolicyDeps {
  readonly organizations: OrganizationDirectory;
}

/** Enforces the organization's policy on MCP servers (D-TUN-17), before any of them is resolved. */
export function enforceMcpPolicy({
  organizations,
}: EnforceMcpPolicyDeps): Step<Exchange & Authenticated & Parsed> {
  return ({ call: { mcpServers: servers = [] }, credential }) => {
    if (servers.length === 0) return;
    const found = organizations.find(credential.organizationId);
    return found instanceof Promise
      ? found.then((record) => requireAllowedServers(servers, record))
      : requireAllowedServers(servers, found);
  };
}
