import { ApiError } from '@svc/contract';
import type { Deployment, Environment } from '#config';
import {
  closeGracefully,
  createErrorRendering,
  createListener,
  createServiceRoutes,
  type ListenSockets,
  type Readiness,
  reservePort,
} from '#http';
import { createClock, type Log } from '#kit';

const GRACE_MS = 1000;

/**
 * Takes the port while the workers start, so that a second service on it fails before anything touches a database.
 * Until it is closed, requests that come in are answered 503, as one process answers while it starts.
 */
export async function holdPort(
  { host, port }: Environment,
  { config: { limits, network } }: Deployment,
  log: Log,
  readiness: () => Promise<Readiness>,
): Promise<ListenSockets> {
  const clock = createClock();
  let answering = 0;
  const server = createListener({
    limits,
    trustedProxies: network.trusted_proxies,
    clock,
    log,
    errors: createErrorRendering(log, (cause) =>
      cause instanceof ApiError ? cause : new ApiError('internal_error', { cause }),
    ),
    routes: () => undefined,
    outside: [createServiceRoutes(readiness, clock, false)],
    opened: () => answering++,
    closed: () => answering--,
  });
  const sockets = await reservePort(server, { host, port });
  const options = { answering: () => answering > 0, drainTimeoutMs: GRACE_MS, onDrainTimeout: () => {} };
  let closing: Promise<void> | undefined;
  return { port: sockets.port, close: () => (closing ??= closeGracefully(server, sockets, options)) };
}
