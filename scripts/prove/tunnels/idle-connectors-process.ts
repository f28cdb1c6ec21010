/** Opens idle connectors: reads tokens from the command line, one connection each, and prints `online` when all were let in. */
import { TunnelSession, WebSocketTransport } from '@svc/connector/protocol';
import { WebSocket } from 'ws';

const [url = '', ...tokens] = process.argv.slice(2);

function connect(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, 'svc-tunnel.v1', {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      autoPong: false,
    });
    socket.once('error', reject);
    socket.once('open', () => {
      const transport = new WebSocketTransport(socket);
      const session = new TunnelSession(transport, { control: ({ type }) => type === 'config' && resolve() });
      transport.attach(session, { closed: (code) => reject(new Error(`closed with ${code}`)) });
      session.control({
        type: 'hello',
        protocol: 1,
        connectorVersion: 'idle',
        maxInflight: 64,
        check: false,
      });
    });
  });
}

// A few at a time: that many handshakes at once are not what idle connectors do.
const CONCURRENCY = 20;
for (let at = 0; at < tokens.length; at += CONCURRENCY)
  await Promise.all(tokens.slice(at, at + CONCURRENCY).map((token) => connect(token)));
console.log('online');
