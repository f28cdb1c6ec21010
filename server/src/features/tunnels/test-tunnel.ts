import { ApiError, type TunnelTest, type TunnelTestRequest } from '@svc/contract';
import type { McpServer } from '#exchange';
import { findCurrentOrganization, requireAllowedServers } from '#features/organization';
import { requireWorkspace } from '#features/workspaces';
import { Secret } from '#kit';
import type { OrganizationScope } from '#store';
import type { TunnelDialer, TunnelUser } from './calls/tunnel-dialer.ts';

/** A person waits for the result. */
const TIMEOUT_MS = 30_000;

/** The MCP client. */
export interface ToolLister {
  /** The tools of a server by their original names. Throws the same errors as a model call with this server. */
  list(
    server: McpServer,
    caller: TunnelUser & { readonly signal: AbortSignal },
  ): Promise<readonly { readonly name: string; readonly description: string | undefined }[]>;
}

interface TestTunnelDeps {
  readonly tools: ToolLister;
  readonly dialer: Pick<TunnelDialer, 'requireTunnel'>;
}

/**
 * Lists the tools of a target as a model call would, the organization's MCP policy included. Throws 404 `workspace_not_found`,
 * `tunnel_not_found`, 403 `mcp_server_not_allowed`, 400 `invalid_request` for more tools than a request may have, and 502 and 504 as model
 * calls do.
 */
export async function testTunnel(
  { tools, dialer }: TestTunnelDeps,
  scope: OrganizationScope,
  { workspaceId, tunnelId }: { readonly workspaceId: string; readonly tunnelId: string },
  { url, authorization_token: token }: TunnelTestRequest,
): Promise<TunnelTest> {
  const { organizationId } = scope;
  await requireWorkspace(scope, workspaceId);
  await dialer.requireTunnel({ id: tunnelId, param: 'tunnel_id' }, { organizationId, workspaceId });
  requireAllowedServers([{ url, tunnelId }], await findCurrentOrganization(scope));
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new ApiError('tunnel_timeout')), TIMEOUT_MS);
  try {
    const listed = await tools.list(
      { name: 'url', url, tunnelId, ...(token ? { authorizationToken: new Secret(token) } : {}) },
      { organizationId, workspaceId, signal: ending.signal },
    );
    return {
      type: 'tunnel_test',
      tunnel_id: tunnelId,
      url,
      tools: listed.map(({ name, description = null }) => ({ name, description })),
    };
  } catch (error) {
    if (error instanceof ApiError && error.catalogName === 'upstream_unavailable') throw unusable(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The error message for the person who tests the tunnel. */
function unusable(cause: ApiError): ApiError {
  return new ApiError('upstream_unavailable', {
    message:
      'The target does not speak MCP over Streamable HTTP, or does not accept the token. Check the URL and the token.',
    cause,
  });
}
