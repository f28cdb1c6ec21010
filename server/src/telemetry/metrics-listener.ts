import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Registry } from 'prom-client';

/** Where a scrape gets its text. */
export type MetricsSource = Pick<Registry, 'metrics' | 'contentType'>;

/** Prometheus metrics on a listener of their own, so that the public one never shows them. */
export async function openMetricsListener(
  source: MetricsSource,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
