import { EventStream } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { KeepAlive } from './keep-alive.ts';

/**
 * A streamed answer on its way to the caller, whatever its events look like. Everything that was added together is
 * written together, and the head only with the first events, so that early failures keep their status (D-29).
 */
export class AnswerStream {
  readonly #exchange: Exchange;
  readonly #keepAlive: KeepAlive;
  readonly #headers: () => readonly string[];
  #pending = '';
  /** Whether what is pending is plain ASCII. Told from the pieces, which are short, not from the whole. */
  #ascii = true;
  #stream: EventStream | undefined;

  /** `headers`: of the success, read when it begins. */
  constructor(exchange: Exchange, keepAlive: KeepAlive, headers: () => readonly string[]) {
    this.#exchange = exchange;
    this.#keepAlive = keepAlive;
    this.#headers = headers;
  }

  /** Something was written: the status is 200 and cannot be another any more. */
  get begun(): boolean {
    return this.#stream !== undefined;
  }

  /** Adds whole events. `isAscii` when the writer knows that no character is above ASCII. */
  add(events: string, isAscii: boolean): void {
    this.#pending += events;
    this.#ascii &&= isAscii;
  }

  /** False asks for a pause until the caller has read what was written. */
  flush(): boolean {
    if (this.#pending === '') return true;
    const [events, ascii] = [this.#pending, this.#ascii];
    this.#drop();
    if (this.#stream) return this.#stream.write(events, ascii);
    this.#stream = new EventStream(this.#exchange, this.#headers(), events);
    this.#keepAlive.watch(this.#stream);
    return !this.#stream.needsDrain;
  }

  end(): void {
    this.#finished()?.end();
  }

  /** Ends a stream that failed: the connection goes with it. */
  endBroken(): void {
    this.#finished()?.endBroken();
  }

  /** The caller is gone: nothing more is written. */
  cancel(): void {
    if (this.#stream) this.#keepAlive.forget(this.#stream);
    this.#drop();
  }

  #finished(): EventStream | undefined {
    this.flush();
    if (this.#stream) this.#keepAlive.forget(this.#stream);
    return this.#stream;
  }

  #drop(): void {
    this.#pending = '';
    this.#ascii = true;
  }
}
