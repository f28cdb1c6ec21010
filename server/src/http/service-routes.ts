import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from './client-address.ts';
import { isLoopback, toTimestamp, type Clock } from '#kit';

/** The `/readyz` report: kinds of dependency, never an engine or a host. */
export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'starting' | 'draining' | 'unavailable';
  readonly degraded: readonly string[];
  /** Digest of the effective configuration, to detect nodes that differ. */
  readonly configuration?: string;
}

/** Paths outside the contract. */
export interface ServiceRoutes {
  /** True when the path was one of these routes and has been answered. */
  handle(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

type MovableClock = Pick<Clock, 'advance' | 'nowMs'>;

const MAX_CHARACTERS = 1000;
const LARGEST_STEP_S = 10 * 365 * 86_400;

/**
 * Health endpoints for the operator's tools, and the test clock if enabled. Outside the contract: no
 * credential, no envelope.
 */
export function createServiceRoutes(
  readiness: () => Readiness | Promise<Readiness>,
  clock: MovableClock,
  testClock: boolean,
): ServiceRoutes {
  return {
    handle(path, request, response) {
      if (path === '/healthz' && isRead(request)) {
        reply(request, response, 200, { status: 'up' });
        return true;
      }
      if (path === '/readyz' && isRead(request)) {
        sendReadiness(readiness, request, response).catch(() => response.destroy());
        return true;
      }
      if (
        testClock &&
        path === '/internal/test/clock' &&
        request.method === 'POST' &&
        isLoopback(clientAddress(request.socket))
      ) {
        moveClock(clock, request, response).catch(() => response.destroy());
        return true;
      }
      return false;
    },
  };
}

async function sendReadiness(
  readiness: () => Readiness | Promise<Readiness>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const state = await readiness();
  reply(request, response, state.status === 'ready' || state.status === 'degraded' ? 200 : 503, state);
}

async function moveClock(
  clock: MovableClock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const seconds = await readAdvance(request);
  if (seconds === undefined) {
    reply(request, response, 400, { error: `Send {"advance_s": N} with N between 0 and ${LARGEST_STEP_S}.` });
    return;
  }
  await clock.advance(seconds * 1000);
  reply(request, response, 200, { now: toTimestamp(clock.nowMs()) });
}

async function readAdvance(request: IncomingMessage): Promise<number | undefined> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    // Keeps reading without storing: leaving the loop would end the request before it is answered.
    if (text.length <= MAX_CHARACTERS) text += String(chunk);
  }
  try {
    const seconds = (JSON.parse(text) as { advance_s?: unknown }).advance_s;
    return typeof seconds === 'number' && seconds >= 0 && seconds <= LARGEST_STEP_S ? seconds : undefined;
  } catch {
    return undefined;
  }
}

function isRead(request: IncomingMessage): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function reply(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
}
