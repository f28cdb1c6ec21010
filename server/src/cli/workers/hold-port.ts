import { ApiError } from '@svc/contract';
import type { Deployment, Environment } from '#config';
import { closeGracefully, createErrorRendering, createListener, createServiceRoutes, type Doors, type Readiness, reservePort } from '#http';
import { createClock, type Log } from '#kit';

const PATIENCE_MS = 1000;

/**
 * Takes the port while the workers start, so that a second service on it fails before anything touches a database.
 * Until it is closed, requests that come in are answered 503, as one process answers while it starts.
 */
export async function holdPort(
  { host, port }: Environment,
  { config: { limits, network } }: Deployment,
  log: Log,
  readiness: () => Promise<Readiness>,
): Promise<Doors> {
  const clock = createClock();
  let answering = 0;
  const server = createListener({
    limits,
    trustedProxies: network.trusted_proxies,
    clock,
    log,
    errors: createErrorRendering(log, (cause) => (cause instanceof ApiError ? cause : new ApiError('internal_error', { cause }))),
    routes: () => undefined,
    outside: [createServiceRoutes(readiness, clock, false)],
    opened: () => answering++,
    closed: () => answering--,
  });
  const doors = await reservePort(server, { host, port });
  const farewell = { answering: () => answering > 0, patienceMs: PATIENCE_MS, outOfPatience: () => {} };
  let closing: Promise<void> | undefined;
  return { port: doors.port, close: () => (closing ??= closeGracefully(server, doors, farewell)) };
}
