import type { ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  HOSTS_CERTIFICATE,
  httpSite,
  httpsSite,
  png,
  scriptedMcpSite,
  type ScriptedMcpSite,
} from '#test-kit';
import { OPEN, type Trial } from './trap-network.ts';

/** Sites of an attacker that behave well until they turn. */
export interface AttackedSite {
  readonly web: URL;
  readonly mcp: ScriptedMcpSite;
  /** Of the MCP server. */
  readonly mcpOrigin: URL;
  /** Requests for these paths of the web site are answered like this. */
  answers: Record<string, (response: ServerResponse) => unknown>;
  trial: Trial | undefined;
  reset(): void;
  close(): Promise<void>;
}

const PAGE = '<html><body><article><p>The outer page says something.</p></article></body></html>';

const HONEST: AttackedSite['answers'] = {
  '/robots.txt': (response) => response.writeHead(404).end(),
  '/image': (response) => response.end(png(2, 2)),
  '/page': (response) => response.setHeader('content-type', 'text/html').end(PAGE),
  '/policy': (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ action: 'allow' })),
  '/hook': (response) => response.writeHead(204).end(),
};

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

export async function startAttackedSite(): Promise<AttackedSite> {
  const state: Pick<AttackedSite, 'answers' | 'trial'> = { answers: HONEST, trial: undefined };
  const web = await httpSite((request, response) => {
    request.resume();
    const location = state.trial?.location();
    if (location !== undefined) redirect(response, location);
    else (state.answers[request.url ?? ''] ?? (() => response.writeHead(404).end()))(response);
  });
  // MCP servers outside of this machine are asked over TLS only.
  const usualAuthorities = getCACertificates('default');
  setDefaultCACertificates([...usualAuthorities, HOSTS_CERTIFICATE.cert]);
  const mcp = await scriptedMcpSite((listener) => httpsSite(listener, HOSTS_CERTIFICATE));
  return Object.assign(state, {
    web: new URL(`http://${OPEN}:${String(web.port)}`),
    mcp,
    mcpOrigin: new URL(`https://${OPEN}:${String(mcp.port)}`),
    reset() {
      state.answers = { ...HONEST };
      state.trial = undefined;
      mcp.lies = {};
      mcp.seen.length = 0;
    },
    close: async () => {
      setDefaultCACertificates(usualAuthorities);
      await Promise.all([web.close(), mcp.close()]);
    },
  });
}
