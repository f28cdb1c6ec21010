import { setTimeout as delay } from 'node:timers/promises';
import { ALL_OPERATIONS, LIMITS, type RequestedOperation } from '../../../contract/src/index.ts';
import type { Scene } from './hostile.ts';
import { liveHeapBytes } from '../measure/live-heap.ts';
import { report } from '../proof.ts';

const MAX_BYTES_PER_BYTE = 8;
const LOOK_AGAIN_MS = 500;
const SETTLED_WITHIN_MS = 60_000;
/** What the smallest body in progress counts for. */
const MIN_COUNTED_BYTES = 16_384;
const REST_MS = 2000;
const MAX_CONNECTIONS = 200;
/** Of all connections together: less than one network may hold. */
const MAX_HELD_BYTES = 64_000_000;
const ONE_BYTE_CHUNK = '1\r\n1\r\n';
/** As many as come before a body may be too finely cut, and then the smallest that may follow. */
const FINE_CHUNKS = 250;
const SMALL_CHUNKS = 120;
const SMALL_CHUNK_BYTES = 64;
const SMALL_CHUNK = `${SMALL_CHUNK_BYTES.toString(16)}\r\n${'1'.repeat(SMALL_CHUNK_BYTES)}\r\n`;

interface HalfSent {
  readonly what: string;
  readonly operation: RequestedOperation;
  readonly connections: number;
  /** Bytes of the body each of them sends. */
  readonly keptBytes: number;
  readonly chunked: boolean;
  readonly body: Buffer;
}

const half = (operation: RequestedOperation): HalfSent => {
  const keptBytes = Math.floor(LIMITS[operation.bodyLimit!] / 2);
  const connections = Math.min(MAX_CONNECTIONS, Math.floor(MAX_HELD_BYTES / keptBytes));
  const body = Buffer.alloc(keptBytes, '[');
  return {
    what: `half of a body to ${operation.id}`,
    operation,
    connections,
    keptBytes,
    chunked: false,
    body,
  };
};
const fine = (operation: RequestedOperation): HalfSent => ({
  what: `the smallest chunks to ${operation.id}, not finished`,
  operation,
  connections: MAX_CONNECTIONS,
  keptBytes: FINE_CHUNKS + SMALL_CHUNKS * SMALL_CHUNK_BYTES,
  chunked: true,
  body: Buffer.from(ONE_BYTE_CHUNK.repeat(FINE_CHUNKS) + SMALL_CHUNK.repeat(SMALL_CHUNKS)),
});

/** One operation for each kind of body: those of one limit and one kind of credential are read by the same steps. */
function operationsByBody(): RequestedOperation[] {
  const withBody = ALL_OPERATIONS.filter(
    // Operators' pages take what their keys send.
    ({ bodyLimit, path, credential }) =>
      bodyLimit && !path.includes('{') && credential !== 'operator_session',
  );
  const byBody = Map.groupBy(withBody, ({ bodyLimit, credential }) => `${bodyLimit} ${credential}`);
  return [...byBody.values()].flatMap(([first]) => first ?? []);
}

/** Senders that never finish, compared with as many that sent no byte of their body: what the bytes themselves cost. */
export async function holdHalfSent(scene: Scene): Promise<string[]> {
  const failures: string[] = [];
  for (const sent of operationsByBody().flatMap((operation) => [fine(operation), half(operation)])) {
    const before = await heldBy(scene, sent, true);
    const after = await heldBy(scene, sent, false);
    await scene.attack({ head: [], chunked: false, body: Buffer.alloc(0), connections: 0, leave: true });
    const perByte = (after - before) / (sent.connections * sent.keptBytes);
    report(sent.what, {
      connections: sent.connections,
      'bytes of each': sent.keptBytes,
      'bytes of memory for each byte': perByte.toFixed(1),
    });
    if (perByte >= MAX_BYTES_PER_BYTE)
      failures.push(`${sent.what}: ${perByte.toFixed(1)} bytes of memory for each byte`);
  }
  return failures;
}

async function heldBy(scene: Scene, sent: HalfSent, empty: boolean): Promise<number> {
  const { attack, callers, service } = scene;
  const { operation, chunked, connections } = sent;
  const { headers } = (await callers.of(operation)).at(-1)!;
  const head = [`${operation.method} ${operation.path} HTTP/1.1`, ...headers];
  await attack({
    head,
    chunked,
    body: empty ? Buffer.from('') : sent.body,
    connections,
    hold: true,
    leave: true,
  });
  const counted = empty ? 0 : connections * Math.max(MIN_COUNTED_BYTES, sent.keptBytes);
  await until(
    async () => service.openHandles().sockets >= connections && (await scene.bodyBytes()) >= counted,
    sent.what,
  );
  await delay(REST_MS);
  return liveHeapBytes(service);
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (
    const endMs = performance.now() + SETTLED_WITHIN_MS;
    performance.now() < endMs;
    await delay(LOOK_AGAIN_MS)
  ) {
    if (await holds()) return;
  }
  throw new Error(`${what}: the service has ended some of the connections`);
}
