import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Tunnels } from '#features/tunnels';
import type { ListenSockets } from '#http';

const NOT_FOUND = 404;
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Where other nodes reach a listener of this machine: at its host, or at the first address of the machine where it listens at all of them. */
export function nodeUrl(host: string, port: number): string {
  const address = WILDCARDS.has(host) ? (firstAddress() ?? '127.0.0.1') : host;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}

/** Takes calls of other nodes, for a process that shares its public port with others. */
export function createNodeListener(tunnels: Pick<Tunnels, 'handle'>): Server {
  return createServer((request, response) => {
    if (!tunnels.handle(request.url ?? '', request, response)) response.writeHead(NOT_FOUND).end();
  });
}

export async function closeNow(server: Server, sockets: ListenSockets): Promise<void> {
  const closed = sockets.close();
  server.closeAllConnections();
  await closed;
}
