import { openSocket } from '../open-socket.ts';
import { CLOSE_CODES, PROTOCOL_VERSION, TunnelSession, WebSocketTransport } from '@svc/connector/protocol';
import type { Settings } from '../settings.ts';
import { CONNECTOR_VERSION } from '../version.ts';

const TIMEOUT_MS = 20_000;

export type TargetsResponse =
  | { readonly targets: readonly string[] }
  /** The service refused the connector. */
  | { readonly code: number }
  /** The connection failed. */
  | { readonly failure: string };

/** Sends `hello` with `check`: the service does not count it as a connector and sends it no calls. */
export function askForTargets(settings: Settings): Promise<TargetsResponse> {
  return new Promise((resolve) => {
    const socket = openSocket(settings);
    let failure = 'closed';
    let targets: readonly string[] | undefined;
    const timer = setTimeout(() => {
      failure = 'no answer in time';
      socket.terminate();
    }, TIMEOUT_MS);
    socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message));
    socket.once('close', (code) => {
      clearTimeout(timer);
      if (targets) resolve({ targets });
      else resolve(code >= CLOSE_CODES.normal && code !== 1006 ? { code } : { failure });
    });
    socket.once('open', () => {
      const transport = new WebSocketTransport(socket);
      const session = new TunnelSession(transport, {
        control: (message) => {
          if (message.type === 'config') targets = message.allowedTargets;
        },
      });
      transport.attach(session, { closed: () => undefined });
      session.control({
        type: 'hello',
        protocol: PROTOCOL_VERSION,
        connectorVersion: CONNECTOR_VERSION,
        maxInflight: settings.maxInflight,
        check: true,
      });
    });
  });
}
