import { ALL_OPERATIONS, LIMITS, type RequestedOperation } from '../../../contract/src/index.ts';
import type { Scene } from './hostile.ts';
import { report } from '../proof.ts';
import type { Attack } from './attacker.ts';
import { worstBodies } from './worst-bodies.ts';

const FLOOD_MS = 10_000;
const CONNECTIONS = 8;
const TRIES = 3;
const PIPELINED_BYTES = 262_144;

type Sent = Omit<Attack, 'port'>;

interface Flood {
  readonly what: string;
  readonly sent: Sent;
}

/** At most so long may a turn of the event loop and the other tenant's answers take. */
export interface FloodLimits {
  readonly loopDelayMs: number;
  readonly p99Ms: number;
}

/** Several connections at a time, one lot after the other as fast as they are refused, without a credential and with one. */
export async function flood(scene: Scene, limits: FloodLimits): Promise<string[]> {
  const failures: string[] = [];
  for (const each of [
    await oneByteChunks(scene, 'signIn'),
    await oneByteChunks(scene, 'createMessage'),
    pipelinedRequests(),
  ]) {
    let failed = await floodOnce(scene, each, limits);
    // A figure that is high once may be the collector's or another process's.
    for (let tries = 1; tries < TRIES && failed.length > 0; tries++)
      failed = await floodOnce(scene, each, limits);
    failures.push(...failed);
  }
  return failures;
}

async function floodOnce(
  { neighbour, loop, attack, service }: Scene,
  { what, sent }: Flood,
  limits: FloodLimits,
): Promise<string[]> {
  neighbour.take();
  const [sinceMs, rssBytes] = [Date.now(), service.rssBytes()];
  let requests = 0;
  const until = performance.now() + FLOOD_MS;
  for (; performance.now() < until; requests += CONNECTIONS) await attack(sent);
  const { p50, p99 } = neighbour.take();
  const loopDelayMs = loop.longestSince(sinceMs);
  report(`${CONNECTIONS} connections of ${what}`, {
    requests,
    'ms p50 of the other tenant': p50,
    'ms p99': p99,
    'ms longest turn': loopDelayMs,
    'MB more memory': Math.round((service.rssBytes() - rssBytes) / 1e6),
  });
  return [
    ...(p99 > limits.p99Ms ? [`a flood of ${what}: p99 of the other tenant is ${p99} ms`] : []),
    ...(loopDelayMs > limits.loopDelayMs ? [`a flood of ${what}: a turn of ${loopDelayMs} ms`] : []),
  ];
}

async function oneByteChunks({ callers }: Scene, id: string): Promise<Flood> {
  const operation = operationOf(id);
  const [worst] = worstBodies(operation, LIMITS);
  const { headers } = (await callers.of(operation)).at(-1)!;
  const head = [`${operation.method} ${operation.path} HTTP/1.1`, ...headers];
  return {
    what: `one-byte chunks to ${id}`,
    sent: { head, chunked: true, body: worst!.bytes, connections: CONNECTIONS },
  };
}

function pipelinedRequests(): Flood {
  const { method, path } = operationOf('listModels');
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost'];
  const request = `${head.join('\r\n')}\r\n\r\n`;
  const body = Buffer.from(request.repeat(Math.floor(PIPELINED_BYTES / request.length)));
  return {
    what: 'requests that do not wait for answers',
    sent: { head, chunked: false, pipelined: true, body, connections: CONNECTIONS },
  };
}

function operationOf(id: string): RequestedOperation {
  return ALL_OPERATIONS.find((each) => each.id === id)!;
}
