import { decodeFrame, encodeFrame, type Frame, type FrameType } from './frame.ts';
import {
  decodeControl,
  decodeOpen,
  encodeControl,
  encodeOpen,
  type ControlMessage,
  type OpenMessage,
} from './messages.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { StreamFailure } from './stream-failure.ts';
import { TunnelStream, type StreamOwner } from './tunnel-stream.ts';

/** Streams wait while more bytes than this are buffered for the socket. */
const FULL_BYTES = 262_144;
/** Allowed frames for closed streams: some are always in flight when one closes. More than this are a flood. */
const MAX_STRAYS = 4096;

/** Sends the frames. */
export interface FrameTransport {
  send(frame: Uint8Array): void;
  /** Bytes that are not yet written to the operating system. */
  readonly queuedBytes: number;
}

interface Handlers {
  /** Throws `ProtocolViolation` for a message that is not allowed in this state. */
  control(message: ControlMessage): void;
  /** Handles a call. The service's side has none, because only the service opens calls. */
  opened?(stream: TunnelStream, message: OpenMessage): void;
}

/** The streams of one connection, for either side. Independent of WebSockets: `transport` sends frames, `receive` accepts them. */
export class TunnelSession implements StreamOwner {
  readonly #transport: FrameTransport;
  readonly #handlers: Handlers;
  readonly #streams = new Map<number, TunnelStream>();
  readonly #waiting: (() => void)[] = [];
  #lastStream = -1;
  #strays = 0;
  #ended = false;

  constructor(transport: FrameTransport, handlers: Handlers) {
    this.#transport = transport;
    this.#handlers = handlers;
  }

  /** Calls in progress. */
  get size(): number {
    return this.#streams.size;
  }

  /** Opens a call. `fin`: it has no body. Throws a `StreamFailure`: `too_large` for headers that cannot be sent. */
  open(message: OpenMessage, fin: boolean): TunnelStream {
    if (this.#ended) throw new StreamFailure('lost');
    const payload = encodeOpen(message);
    if (payload === undefined) throw new StreamFailure('too_large');
    this.#lastStream += 2;
    const stream = new TunnelStream(this.#lastStream, this, { side: 'opener', fin });
    this.#streams.set(stream.id, stream);
    this.send('open', stream.id, payload, fin);
    return stream;
  }

  control(message: ControlMessage): void {
    this.send('control', 0, encodeControl(message));
  }

  send(type: FrameType, stream: number, payload: Uint8Array, fin = false): void {
    if (!this.#ended) this.#transport.send(encodeFrame({ type, fin, stream, payload }));
  }

  writable(): Promise<void> | undefined {
    if (this.#ended || this.#transport.queuedBytes < FULL_BYTES) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The transport may have capacity again. Streams that still have to wait queue up again, so they take turns. */
  drained(): void {
    if (this.#transport.queuedBytes < FULL_BYTES) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  over(stream: number): void {
    this.#streams.delete(stream);
  }

  /** Handles one received message. Throws `ProtocolViolation`, after which the connection must be closed. */
  receive(message: Uint8Array): void {
    if (this.#ended) return;
    const frame = decodeFrame(message);
    if (frame.type === 'control') return this.#receiveControl(frame);
    if (frame.type === 'open') return this.#accept(frame);
    const stream = this.#streams.get(frame.stream);
    if (!stream) return this.#countStray(frame);
    if (this.#strays > 0) this.#strays--;
    stream.receive(frame);
  }

  /** The connection has ended, and so every call ends. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stream of this.#streams.values()) stream.fail(new StreamFailure('lost'));
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #receiveControl({ payload }: Frame): void {
    const message = decodeControl(payload);
    if (message) this.#handlers.control(message);
    else this.#countStray();
  }

  #accept(frame: Frame): void {
    const { opened } = this.#handlers;
    if (!opened) throw new ProtocolViolation('only the service opens streams');
    if (frame.stream <= this.#lastStream) throw new ProtocolViolation('a stream is opened twice');
    const message = decodeOpen(frame.payload);
    this.#lastStream = frame.stream;
    const stream = new TunnelStream(frame.stream, this, { side: 'acceptor', fin: frame.fin });
    this.#streams.set(stream.id, stream);
    opened(stream, message);
  }

  #countStray(frame?: Frame): void {
    if (frame && frame.stream > this.#lastStream)
      throw new ProtocolViolation('a frame is for a stream that was never opened');
    if (++this.#strays > MAX_STRAYS) throw new ProtocolViolation('too many frames that belong to nothing');
  }
}
