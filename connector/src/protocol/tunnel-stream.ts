import { ByteQueue } from './byte-queue.ts';
import { decodeCount, encodeCount, PAYLOAD_LIMIT_BYTES, type Frame, type FrameType } from './frame.ts';
import { decodeHead, encodeHead, type HeadMessage } from './messages.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { decodeReset, encodeReset, StreamFailure, type ResetReason } from './stream-failure.ts';

/** The flow control window: bytes of one direction of a stream that may be sent before they are read. */
export const WINDOW_BYTES = 262_144;
/** WINDOW frames are sent for this many read bytes, not for each read. */
const GRANT_BYTES = WINDOW_BYTES / 4;

/** What a stream needs from its connection. */
export interface StreamOwner {
  send(type: FrameType, stream: number, payload: Uint8Array, fin?: boolean): void;
  /** Undefined if bytes can be sent now; otherwise resolves when they can, or when the connection has ended. */
  writable(): Promise<void> | undefined;
  over(stream: number): void;
}

const EMPTY = new Uint8Array(0);

/**
 * One side of a call. Each direction has its own credit; a reader that stops reading blocks only the sender of this stream.
 * Every pending operation of a stream rejects with its `StreamFailure`.
 */
export class TunnelStream {
  readonly id: number;
  readonly #owner: StreamOwner;
  readonly #ending = new AbortController();
  readonly #head: Promise<HeadMessage>;
  #resolveHead!: (head: HeadMessage) => void;
  #rejectHead!: (failure: StreamFailure) => void;
  readonly #received = new ByteQueue();
  #headReceived: boolean;
  #credit = WINDOW_BYTES;
  #allowance = WINDOW_BYTES;
  #unannounced = 0;
  #ownFin: boolean;
  #peerFin: boolean;
  #wake: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;

  /** `side` `opener`: waits for a head. `ownFin`, `peerFin`: what the opening frame said. */
  constructor(
    id: number,
    owner: StreamOwner,
    { side, fin }: { readonly side: 'opener' | 'acceptor'; readonly fin: boolean },
  ) {
    this.id = id;
    this.#owner = owner;
    this.#headReceived = side === 'acceptor';
    this.#ownFin = side === 'opener' && fin;
    this.#peerFin = side === 'acceptor' && fin;
    this.#head = new Promise((resolve, reject) => {
      this.#resolveHead = resolve;
      this.#rejectHead = reject;
    });
    // Avoids an unhandled rejection if nobody asks for it.
    this.#head.catch(() => undefined);
  }

  /** Of the reply. Rejects with a `StreamFailure`. */
  get head(): Promise<HeadMessage> {
    return this.#head;
  }

  /** Aborts with a `StreamFailure` when the stream ends early, whichever side ended it. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get isOver(): boolean {
    return this.#ending.signal.aborted || (this.#ownFin && this.#peerFin);
  }

  /** False if the head cannot be sent. */
  sendHead(head: HeadMessage, fin: boolean): boolean {
    const payload = encodeHead(head);
    if (payload === undefined) return false;
    if (this.isOver) return true;
    this.#owner.send('head', this.id, payload, fin);
    if (fin) this.#endOwnSide();
    return true;
  }

  /** Resolves when all bytes are handed to the transport. `fin`: nothing follows. Rejects with a `StreamFailure`. */
  async write(bytes: Uint8Array, fin = false): Promise<void> {
    for (let sent = 0; sent < bytes.length;) {
      this.#ending.signal.throwIfAborted();
      const full = this.#credit > 0 ? this.#owner.writable() : this.#moreCredit();
      // Checked again after waiting: other streams may have used the capacity meanwhile.
      if (full) await full;
      else sent += this.#sendChunk(bytes.subarray(sent), fin);
    }
    this.#ending.signal.throwIfAborted();
  }

  /** Nothing follows from this side. */
  end(): void {
    if (this.isOver || this.#ownFin) return;
    this.#owner.send('data', this.id, EMPTY, true);
    this.#endOwnSide();
  }

  /** The next chunk; undefined at the end. One reader at a time. Rejects with a `StreamFailure`. */
  async read(): Promise<Uint8Array | undefined> {
    while (this.#received.length === 0 && !this.#peerFin) {
      this.#ending.signal.throwIfAborted();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#ending.signal.throwIfAborted();
    const chunk = this.#received.shift();
    if (chunk) this.#grant(chunk.length);
    return chunk;
  }

  /** Ends the stream on both sides. Does nothing if it has ended. */
  reset(reason: ResetReason): void {
    if (this.isOver) return;
    this.#owner.send('reset', this.id, encodeReset(reason));
    this.fail(new StreamFailure(reason));
  }

  /** The connection is lost, or the other side reset the stream. */
  fail(failure: StreamFailure): void {
    if (this.isOver) return;
    this.#received.clear();
    this.#ending.abort(failure);
    this.#rejectHead(failure);
    this.#wake?.();
    this.#wakeWriter?.();
    this.#owner.over(this.id);
  }

  /** Handles a received frame. Throws `ProtocolViolation`. */
  receive({ type, fin, payload }: Frame): void {
    switch (type) {
      case 'head':
        return this.#receiveHead(payload, fin);
      case 'data':
        return this.#receiveData(payload, fin);
      case 'window':
        return this.#receiveCredit(decodeCount(payload));
      case 'reset':
        return this.fail(new StreamFailure(decodeReset(payload)));
      case 'open':
      case 'control':
        throw new ProtocolViolation('a frame does not belong to a stream');
    }
  }

  #receiveHead(payload: Uint8Array, fin: boolean): void {
    if (this.#headReceived) throw new ProtocolViolation('a stream has a second head');
    const head = decodeHead(payload);
    this.#headReceived = true;
    this.#resolveHead(head);
    if (fin) this.#endPeerSide();
  }

  #receiveData(payload: Uint8Array, fin: boolean): void {
    if (!this.#headReceived) throw new ProtocolViolation('data comes before the head');
    if (this.#peerFin) throw new ProtocolViolation('data comes after the end');
    if (payload.length > this.#allowance) throw new ProtocolViolation('the window of a stream is overrun');
    if (payload.length === 0 && !fin) throw new ProtocolViolation('a data frame is empty');
    this.#allowance -= payload.length;
    this.#received.push(payload);
    if (fin) this.#endPeerSide();
    this.#wakeReader();
  }

  #receiveCredit(bytes: number): void {
    if (bytes === 0 || this.#credit + bytes > WINDOW_BYTES)
      throw new ProtocolViolation('a window is larger than it may be');
    this.#credit += bytes;
    this.#wakeWriter?.();
  }

  #sendChunk(bytes: Uint8Array, fin: boolean): number {
    const chunk = bytes.subarray(0, Math.min(this.#credit, PAYLOAD_LIMIT_BYTES));
    this.#credit -= chunk.length;
    const isLast = fin && chunk.length === bytes.length;
    this.#owner.send('data', this.id, chunk, isLast);
    if (isLast) this.#endOwnSide();
    return chunk.length;
  }

  #moreCredit(): Promise<void> {
    return new Promise((resolve) => (this.#wakeWriter = resolve));
  }

  #grant(bytes: number): void {
    this.#unannounced += bytes;
    if (this.#peerFin || this.#unannounced < GRANT_BYTES) return;
    this.#allowance += this.#unannounced;
    this.#owner.send('window', this.id, encodeCount(this.#unannounced));
    this.#unannounced = 0;
  }

  #wakeReader(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #endOwnSide(): void {
    this.#ownFin = true;
    if (this.#peerFin) this.#owner.over(this.id);
  }

  #endPeerSide(): void {
    this.#peerFin = true;
    this.#wakeReader();
    if (this.#ownFin) this.#owner.over(this.id);
  }
}
