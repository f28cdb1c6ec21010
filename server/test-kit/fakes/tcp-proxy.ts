import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, and fails as networks and servers do. */
export interface TcpProxy {
  readonly port: number;
  /** Connections are accepted, nothing is passed on: a stopped process, or a partition. */
  freeze(): void;
  thaw(): void;
  /** Open connections break and new ones are refused. */
  refuse(): Promise<void>;
  restore(): Promise<void>;
  /** Connections accepted so far. */
  readonly accepted: number;
  close(): Promise<void>;
}

export async function startTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  let accepted = 0;
  const track = (socket: Socket, other: () => Socket | undefined): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
    socket.on('data', (chunk) => other()?.write(chunk));
    if (frozen) socket.pause();
  };
  const server = createServer((client) => {
    accepted++;
    const upstream = connect(target);
    track(client, () => upstream);
    track(upstream, () => client);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const refuse = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const pauseAll = (pause: boolean): void => {
    frozen = pause;
    for (const socket of sockets) {
      if (pause) socket.pause();
      else socket.resume();
    }
  };
  return {
    port,
    freeze: () => pauseAll(true),
    thaw: () => pauseAll(false),
    refuse,
    restore: () => listen(port),
    get accepted() {
      return accepted;
    },
    close: refuse,
  };
}
