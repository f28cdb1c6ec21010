import type { WebSocket } from 'ws';
import { CLOSE_CODES, ProtocolViolation, type CloseCode } from './protocol-violation.ts';
import type { FrameTransport, TunnelSession } from './tunnel-session.ts';

/** The other side gets this long to answer a close frame. */
const CLOSE_TIMEOUT_MS = 1000;
/** Pongs that the other side does not read must not pile up. */
const MAX_QUEUED_BYTES = 1_048_576;
/** Pings and pongs of the other side in `CONTROL_WINDOW_MS`. Both sides send one every few seconds. */
const MAX_CONTROL_FRAMES = 100;
const CONTROL_WINDOW_MS = 10_000;

interface Listeners {
  /** The connection has ended, whichever side closed it. Called once. */
  closed(code: number, violation: ProtocolViolation | undefined): void;
}

/** A WebSocket that carries the frames of a session. Make it with `autoPong: false` and without compression. */
export class WebSocketTransport implements FrameTransport {
  readonly #socket: WebSocket;
  #session: TunnelSession | undefined;
  #queuedBytes = 0;
  #violation: ProtocolViolation | undefined;
  #controlFrames = 0;
  #countedFrom = performance.now();
  /** `performance.now()` of the last received message, ping or pong. */
  receivedAt = performance.now();
  /** The same for a pong. */
  pongAt: number | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Passes received messages to the session from now on, and closes the connection at its first violation. */
  attach(session: TunnelSession, { closed }: Listeners): void {
    this.#session = session;
    const socket = this.#socket;
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', (data) => this.#sendPong(data));
    socket.on('pong', () => this.#receiveControl() && (this.pongAt = this.receivedAt));
    // Its code says what it was; the event `close` follows.
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      session.end();
      closed(code, this.#violation);
    });
  }

  send(frame: Uint8Array): void {
    const { length } = frame;
    this.#queuedBytes += length;
    this.#socket.send(frame, () => {
      this.#queuedBytes -= length;
      this.#session?.drained();
    });
  }

  ping(): void {
    if (this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount < MAX_QUEUED_BYTES)
      this.#socket.ping();
  }

  /** Closes the connection: further messages are ignored. */
  close(code: CloseCode, reason = ''): void {
    this.#session?.end();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Without a close handshake, because the other side does not respond. */
  terminate(): void {
    this.#session?.end();
    this.#socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#violation) return;
    this.receivedAt = performance.now();
    try {
      if (!isBinary) throw new ProtocolViolation('a message is text', CLOSE_CODES.textMessage);
      this.#session?.receive(data);
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.#violation = error;
      this.close(error.closeCode, error.message);
    }
  }

  #sendPong(data: Buffer): void {
    if (!this.#receiveControl()) return;
    if (this.#socket.bufferedAmount > MAX_QUEUED_BYTES) return this.terminate();
    this.#socket.pong(data);
  }

  /** False once there are too many. The rest of what was read is still delivered, so refusing it must cost nothing. */
  #receiveControl(): boolean {
    if (this.#violation) return false;
    this.receivedAt = performance.now();
    if (this.receivedAt - this.#countedFrom > CONTROL_WINDOW_MS) {
      this.#countedFrom = this.receivedAt;
      this.#controlFrames = 0;
    }
    if (++this.#controlFrames <= MAX_CONTROL_FRAMES) return true;
    this.#violation = new ProtocolViolation('too many pings');
    this.terminate();
    return false;
  }
}
