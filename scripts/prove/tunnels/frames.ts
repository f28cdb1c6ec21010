import { randomBytes, randomInt } from 'node:crypto';
import {
  decodeFrame,
  encodeFrame,
  ProtocolViolation,
  StreamFailure,
  TunnelSession,
} from '@svc/connector/protocol';
import { report, require, type Proof } from '../proof.ts';

const FRAMES = 1_000_000;
/** Frames given to one session before it is thrown away. */
const OF_A_SESSION = 500;
const HEAD = Buffer.from('{"status":200,"headers":{}}');
const DRAIN = Buffer.from('{"type":"drain"}');
const MAX_HEAP_BYTES = 200_000_000;

/** Random bytes. Most have a head that is right, so that what is behind the codec is reached. */
function randomMessage(): Buffer {
  const message = randomBytes(randomInt(0, 80));
  if (message.length < 12 || randomInt(4) === 0) return message;
  const type = randomInt(1, 6);
  message[0] = 1;
  message[1] = type;
  message.writeUInt16BE(type < 3 ? Number(randomInt(20) === 0) : 0, 2);
  message.writeUInt32BE(type === 5 ? 0 : 2 * randomInt(3) + 1, 4);
  message.writeUInt32BE(message.length - 12, 8);
  return message;
}

/** One that a session may take. */
function plausibleMessage(): Uint8Array {
  const stream = 2 * randomInt(3) + 1;
  const kind = randomInt(10);
  if (kind === 0) return encodeFrame({ type: 'head', fin: false, stream, payload: HEAD });
  if (kind === 1) return encodeFrame({ type: 'control', fin: false, stream: 0, payload: DRAIN });
  if (kind === 2) return encodeFrame({ type: 'reset', fin: false, stream, payload: Buffer.alloc(4) });
  return encodeFrame({ type: 'data', fin: kind === 3, stream, payload: randomBytes(randomInt(1, 40)) });
}

function refused(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    require(error instanceof ProtocolViolation, `a random frame caused ${String(error)}`);
    return true;
  }
}

function newSession(): TunnelSession {
  const session = new TunnelSession({ queuedBytes: 0, send: () => undefined }, { control: () => undefined });
  for (let i = 0; i < 3; i++) {
    const call = { callId: 'c', method: 'POST', url: 'http://a/', headers: {}, deadlineMs: 1000 } as const;
    const stream = session.open(call, i === 0);
    stream
      .read()
      .catch((error: unknown) => require(error instanceof StreamFailure, 'a stream failed otherwise'));
  }
  return session;
}

export const proveTunnelFrames: Proof = {
  name: 'tunnel-frames',
  summary: 'a million random frames are decoded or refused by codec and session, and nothing else happens',
  async run({ size }) {
    const frames = Math.ceil(FRAMES * size);
    let decoded = 0;
    let ended = 0;
    let session = newSession();
    for (let i = 0; i < frames; i++) {
      // A random one ends most sessions, so each is given some that it may take before.
      const message = i % 5 === 0 ? randomMessage() : plausibleMessage();
      if (!refused(() => void decodeFrame(message))) decoded++;
      if (refused(() => session.receive(message)) || i % OF_A_SESSION === 0) {
        ended++;
        session.end();
        session = newSession();
      }
      if (i % 10_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    session.end();
    const heap = process.memoryUsage().heapUsed;
    require(heap < MAX_HEAP_BYTES, `the heap holds ${heap} bytes`);
    require(decoded > frames / 2, 'too few random frames are frames');
    report('frames', { frames, decoded, 'sessions ended': ended, 'MB of heap': Math.round(heap / 1e6) });
  },
};
