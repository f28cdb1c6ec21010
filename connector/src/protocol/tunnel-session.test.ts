import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeCount, encodeFrame, type FrameType } from './frame.ts';
import { encodeHead } from './messages.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { encodeReset, StreamFailure } from './stream-failure.ts';
import { CALL, joinSessions, readAll, type JoinedSessions } from './test-support/joined-sessions.ts';
import { TunnelSession } from './tunnel-session.ts';
import { WINDOW_BYTES, type TunnelStream } from './tunnel-stream.ts';

const HEAD = { status: 200, headers: {} };
const raw = (
  type: FrameType,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
  fin = false,
): Uint8Array => encodeFrame({ type, fin, stream, payload });

async function accepted(sessions: JoinedSessions, index = 0): Promise<TunnelStream> {
  while (sessions.accepted.length <= index) await turn();
  return sessions.accepted[index]!.stream;
}

async function opened(sessions: JoinedSessions): Promise<[ours: TunnelStream, theirs: TunnelStream]> {
  const ours = sessions.service.open(CALL, true);
  return [ours, await accepted(sessions)];
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StreamFailure ? error.reason : String(error)),
  );

describe('a session', () => {
  it('TUN-45 streams a call and its reply', async () => {
    const sessions = joinSessions();
    const ours = sessions.service.open(CALL, false);
    const body = randomBytes(700_000);
    const sending = ours.write(body).then(() => ours.end());
    const theirs = await accepted(sessions);
    expect(sessions.accepted[0]!.message).toEqual(CALL);
    expect(Buffer.compare(await readAll(theirs), body)).toBe(0);
    await sending;
    theirs.sendHead(HEAD, false);
    expect(await ours.head).toEqual(HEAD);
    await theirs.write(Buffer.from('early'));
    expect(Buffer.from((await ours.read())!).toString()).toBe('early');
    const reading = readAll(ours);
    await theirs.write(body);
    theirs.end();
    expect((await reading).equals(body)).toBe(true);
    await expect.poll(() => [sessions.service.size, sessions.connector.size]).toEqual([0, 0]);
  });

  it('D-TUN-8 blocks the sender of a stream that nobody reads, and no other', async () => {
    const sessions = joinSessions();
    const [slow, slowServer] = await opened(sessions);
    slowServer.sendHead(HEAD, false);
    let sent = false;
    const sending = slowServer.write(Buffer.alloc(WINDOW_BYTES + 1)).then(() => (sent = true));
    const fast = sessions.service.open(CALL, true);
    const fastServer = await accepted(sessions, 1);
    fastServer.sendHead(HEAD, false);
    const reading = readAll(fast);
    await fastServer.write(Buffer.alloc(3 * WINDOW_BYTES));
    fastServer.end();
    expect((await reading).length).toBe(3 * WINDOW_BYTES);
    expect(sent).toBe(false);
    const rest = readAll(slow);
    await sending;
    slowServer.end();
    expect((await rest).length).toBe(WINDOW_BYTES + 1);
  });

  it('D-TUN-8 waits while the socket is full, and lets streams take turns then', async () => {
    const sessions = joinSessions();
    const calls = Array.from({ length: 10 }, () => sessions.service.open(CALL, false));
    await accepted(sessions, 9);
    sessions.toConnector.held = true;
    const sending = calls.map((call) => call.write(Buffer.alloc(200_000)).then(() => call.end()));
    for (let i = 0; i < 20; i++) await turn();
    expect(sessions.toConnector.queuedBytes).toBeLessThan(700_000);
    sessions.toConnector.release();
    const read = await Promise.all(sessions.accepted.map(({ stream }) => readAll(stream)));
    await Promise.all(sending);
    expect(read.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 200_000));
  });

  it('D-TUN-7 a reset ends both sides with its reason, whatever they are waiting for', async () => {
    const sessions = joinSessions();
    const [ours, theirs] = await opened(sessions);
    const waiting = [failureOf(ours.head), failureOf(ours.read())];
    theirs.reset('busy');
    expect(await Promise.all(waiting)).toEqual(['busy', 'busy']);
    expect([sessions.service.size, sessions.connector.size]).toEqual([0, 0]);
  });

  it('D-TUN-14 a lost connection ends every call with `lost`', async () => {
    const sessions = joinSessions();
    const [ours, theirs] = await opened(sessions);
    const stuck = failureOf(theirs.write(Buffer.alloc(WINDOW_BYTES + 1)));
    const waiting = failureOf(ours.read());
    sessions.service.end();
    sessions.connector.end();
    expect(await Promise.all([waiting, stuck])).toEqual(['lost', 'lost']);
    expect(() => sessions.service.open(CALL, true)).toThrow(StreamFailure);
  });

  it('D-TUN-7 a call with headers that cannot be sent fails alone', async () => {
    const sessions = joinSessions();
    const [ours, theirs] = await opened(sessions);
    const headers = { 'mcp-session-id': 'x'.repeat(33_000) };
    expect(() => sessions.service.open({ ...CALL, headers }, true)).toThrow('too_large');
    expect(sessions.service.size).toBe(1);
    const later = sessions.service.open(CALL, true);
    await accepted(sessions, 1);
    expect(later.id).toBe(ours.id + 2);
    theirs.sendHead(HEAD, true);
    expect(await ours.head).toEqual(HEAD);
  });

  it.each<[string, (session: TunnelSession, stream: TunnelStream) => void]>([
    ['opens a stream', (session) => session.receive(raw('open', 1, Buffer.from('{}')))],
    ['answers a call nobody made', (session) => session.receive(raw('data', 3, Buffer.from('x')))],
    ['sends data before the head', (session) => session.receive(raw('data', 1, Buffer.from('x')))],
    [
      'sends an empty frame',
      (session) => {
        head(session);
        session.receive(raw('data', 1));
      },
    ],
    [
      'sends two heads',
      (session) => {
        head(session);
        head(session);
      },
    ],
    [
      'sends data after FIN',
      (session, stream) => {
        void stream;
        head(session);
        session.receive(raw('data', 1, Buffer.from('x'), true));
        session.receive(raw('data', 1, Buffer.from('x')));
      },
    ],
    [
      'exceeds the window',
      (session) => {
        head(session);
        for (let i = 0; i < 5; i++) session.receive(raw('data', 1, Buffer.alloc(65_536)));
      },
    ],
    ['gives no credit', (session) => session.receive(raw('window', 1, encodeCount(0)))],
    ['gives more credit than there is', (session) => session.receive(raw('window', 1, encodeCount(1)))],
    ['gives credit in three bytes', (session) => session.receive(raw('window', 1, Buffer.alloc(3)))],
    [
      'floods closed streams',
      (session) => {
        session.receive(raw('reset', 1, encodeReset('busy')));
        for (let i = 0; i < 5000; i++) session.receive(raw('data', 1, Buffer.from('x')));
      },
    ],
    [
      'floods unknown streams',
      (session) => {
        for (let i = 0; i < 5000; i++) session.receive(raw('control', 0, Buffer.from('{"type":"x"}')));
      },
    ],
  ])('D-TUN-7 is violated by a connector that %s', (_name, violate) => {
    const session = new TunnelSession(
      { queuedBytes: 0, send: () => undefined },
      { control: () => undefined },
    );
    // The call still has a body to send, so its stream does not end with the reply.
    const stream = session.open(CALL, false);
    expect(() => violate(session, stream)).toThrow(ProtocolViolation);
  });

  it('D-TUN-7 opening a stream twice is a violation', () => {
    const session = new TunnelSession(
      { queuedBytes: 0, send: () => undefined },
      { control: () => undefined, opened: (stream) => stream.reset('busy') },
    );
    const { stream, payload } = decodeFrame(openFrame());
    session.receive(raw('open', stream, payload));
    expect(() => session.receive(raw('open', stream, payload))).toThrow(ProtocolViolation);
  });

  it('D-TUN-7 random frames are accepted or are violations, and leak no memory', () => {
    const sent: number[] = [];
    for (let round = 0; round < 200; round++) {
      const transport = { queuedBytes: 0, send: (frame: Uint8Array) => void sent.push(frame.length) };
      const session = new TunnelSession(transport, { control: () => undefined });
      const streams = Array.from({ length: 4 }, () => session.open(CALL, round % 2 === 0));
      try {
        for (let i = 0; i < 200; i++) session.receive(randomFrame());
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolViolation);
      }
      session.end();
      expect(session.size).toBe(0);
      expect(streams.every((stream) => stream.isOver || stream.signal.aborted)).toBe(true);
    }
  });
});

function head(session: TunnelSession): void {
  session.receive(raw('head', 1, encodeHead(HEAD)));
}

function openFrame(): Uint8Array {
  const frames: Uint8Array[] = [];
  new TunnelSession(
    { queuedBytes: 0, send: (frame) => void frames.push(frame) },
    { control: () => undefined },
  ).open(CALL, true);
  return frames[0]!;
}

function randomFrame(): Uint8Array {
  const type = (['head', 'data', 'data', 'window', 'reset', 'control'] as const)[randomInt(6)]!;
  const payload =
    type === 'head'
      ? encodeHead(HEAD)!
      : type === 'window'
        ? encodeCount(randomInt(2))
        : type === 'control'
          ? Buffer.from('{"type":"drain"}')
          : type === 'reset'
            ? encodeReset('busy')
            : randomBytes(randomInt(1, 50));
  return raw(
    type,
    type === 'control' ? 0 : 2 * randomInt(5) + 1,
    payload,
    type === 'data' && randomInt(5) === 0,
  );
}
