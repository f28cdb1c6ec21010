import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { TunnelSession, WebSocketTransport, type ControlMessage } from '@svc/connector/protocol';

/** One connection of a connector, on the side of the service. */
export interface Visit {
  readonly socket: WebSocket;
  readonly session: TunnelSession;
  readonly authorization: string | undefined;
  readonly hello: Extract<ControlMessage, { type: 'hello' }>;
}

export interface FakeService {
  readonly url: string;
  readonly visits: Visit[];
  /** Instead of a welcome: the close code with which connectors are refused. */
  refuseWith: number | undefined;
  targets: readonly string[];
  /** The next visit that was not taken yet. */
  visit(): Promise<Visit>;
  close(): Promise<void>;
}

/** The service's side of the protocol, without the service. */
export async function fakeService(targets: readonly string[]): Promise<FakeService> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/base/tunnel/v1/connect' });
  await once(server, 'listening');
  const visits: Visit[] = [];
  let taken = 0;
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`,
    visits,
    refuseWith: undefined,
    targets,
    async visit() {
      while (visits.length <= taken) await new Promise((resolve) => setTimeout(resolve, 10));
      return visits[taken++]!;
    },
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket, { headers: { authorization } }) => {
    const transport = new WebSocketTransport(socket);
    const session: TunnelSession = new TunnelSession(transport, {
      control: (message) => {
        if (message.type !== 'hello') return;
        if (service.refuseWith !== undefined) socket.close(service.refuseWith);
        else welcome(session, service.targets);
        visits.push({ socket, session, authorization, hello: message });
        if (message.check) socket.close(service.refuseWith ?? 1000);
      },
    });
    transport.attach(session, { closed: () => undefined });
  });
  return service;
}

function welcome(session: TunnelSession, allowedTargets: readonly string[]): void {
  session.control({
    type: 'welcome',
    protocol: 1,
    connectionId: 'conn_1',
    messageLimitBytes: 1000,
    silenceMs: 45_000,
  });
  session.control({ type: 'config', allowedTargets });
}
