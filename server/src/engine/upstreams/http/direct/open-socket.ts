import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

export interface TlsSessions {
  /** Of the last connection over TLS: the next one takes a round trip less with it. */
  tlsSession: Buffer | undefined;
}

type SocketOptions = Pick<TcpNetConnectOpts, 'keepAliveInitialDelay' | 'onread'>;

/** Connects to a server, over TLS if it is `isSecure`, for HTTP/1.1. */
export function openSocket(
  { host, port, isSecure }: ConnectionTarget,
  sessions: TlsSessions,
  more: SocketOptions,
): Socket {
  const options = { host, port, noDelay: true, keepAlive: true, ...more };
  if (!isSecure) return connect(options);
  const { tlsSession: session } = sessions;
  const socket = connectSecurely({
    ...options,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
    ...(session && { session }),
  });
  return socket.on('session', (next) => (sessions.tlsSession = next));
}
