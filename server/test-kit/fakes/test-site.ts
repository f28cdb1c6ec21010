import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TEST_CERTIFICATE } from './test-certificate.ts';

export interface TestSite {
  readonly port: number;
  /** How many connections were ever made to it. */
  connections(): number;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<TestSite> {
  let connections = 0;
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function httpSite(listener: RequestListener): Promise<TestSite> {
  return listen(createHttpServer(listener));
}

export function httpsSite(listener: RequestListener, certificate = TEST_CERTIFICATE): Promise<TestSite> {
  return listen(createHttpsServer(certificate, listener));
}
