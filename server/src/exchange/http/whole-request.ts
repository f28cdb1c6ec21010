import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Takes a body as it is parsed. */
export interface BodyTaker {
  take(chunk: Buffer): void;
  /** The body is complete, or its connection was lost. */
  end(): void;
}

/**
 * A request whose body can go to its reader without passing through the stream that `IncomingMessage` is: for a
 * body that comes in one chunk, the buffer of the stream, its events and its later ticks cost more than the body.
 * In everything else it is Node's class, and a stream unless somebody asks for the body in this way.
 */
export class WholeRequest extends IncomingMessage {
  #taker: BodyTaker | undefined;
  #ended = false;

  static {
    // Node forgets a request that it has answered once its stream has ended. TypeScript has no accessor for this.
    const { get: ofStream } = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')!;
    Object.defineProperty(this.prototype, 'readableEnded', {
      configurable: true,
      get(this: WholeRequest): boolean {
        return this.#ended || Boolean(ofStream!.call(this));
      },
    });
  }

  /**
   * Gives all chunks to the taker, which cannot slow down their sender: only for a body of a small declared
   * length. False when part of it has arrived, or the stream is being read.
   */
  passTo(taker: BodyTaker): boolean {
    if (this.complete || this.destroyed || this.readableFlowing !== null || this.readableLength > 0)
      return false;
    this.#taker = taker;
    // Otherwise Node would read the stream to its end after the response.
    (this as { _consuming?: boolean })._consuming = true;
    return true;
  }

  /** Called by Node with each chunk that it parsed, and with null after the last one. */
  override push(chunk: Buffer | null): boolean {
    const taker = this.#taker;
    if (!taker) return super.push(chunk);
    if (chunk !== null) {
      taker.take(chunk);
      return true;
    }
    this.#ended = true;
    // Its answer may take minutes.
    this.#taker = undefined;
    taker.end();
    this.emit('end');
    // As a stream does after its end. Nearly always nobody waits for it.
    if (this.listenerCount('close') > 0) this.destroy();
    return false;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(error, (cause) => {
      if (!this.#ended) this.#taker?.end();
      callback(cause);
    });
  }
}
