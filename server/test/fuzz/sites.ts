import { httpSite, mcpSite, type McpSite, type TestSite } from '#test-kit';
import { CANARY } from './canaries.ts';

/** What sites send when they fail: must not appear in any response or log line. */
export const SITE_MARKERS = ['SiteMarker', 'mcp-host.marker.internal'];

/** The sites that server tools may access, and their content. */
export interface Sites {
  readonly web: TestSite;
  readonly mcp: McpSite;
  /** Responds, but not with MCP: by path. */
  readonly noMcp: TestSite;
  close(): Promise<void>;
}

const PAGE = `<html><head><title>${CANARY}</title></head><body><article><p>${`A long sentence of ${CANARY}. `.repeat(20)}</p></article></body></html>`;
const COMPLAINT = 'SiteMarker at mcp-host.marker.internal';

export async function startSites(): Promise<Sites> {
  const web = await httpSite((request, response) => {
    if (request.url?.startsWith('/search'))
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ results: [{ url: 'https://a.test/', title: CANARY }] }));
    else if (request.url?.startsWith('/page')) response.setHeader('content-type', 'text/html').end(PAGE);
    else response.writeHead(request.url === '/robots.txt' ? 404 : 500).end(COMPLAINT);
  });
  const noMcp = await httpSite((request, response) => {
    if (request.url === '/status') response.writeHead(500, { server: 'SiteMarker' }).end(COMPLAINT);
    else if (request.url === '/page') response.setHeader('content-type', 'text/html').end(PAGE + COMPLAINT);
    else if (request.url === '/json')
      response
        .setHeader('content-type', 'application/json')
        .end('{"jsonrpc":"2.0","id":0,"error":"SiteMarker"}');
    else response.destroy();
  });
  const mcp = await mcpSite('modern');
  return {
    web,
    mcp,
    noMcp,
    close: async () => void (await Promise.all([web, noMcp, mcp].map((site) => site.close()))),
  };
}
