import { connect, type Socket } from 'node:net';
import { ResponseReader, type ResponseListener } from './response-reader.ts';

/** Every socket reads into this one buffer: a read is handled before the next one starts. */
const READ_BUFFER = Buffer.allocUnsafe(256 * 1024);

export interface ClientListener extends ResponseListener {
  connected(): void;
  /** The connection ended, failed or made no sense. No other call follows. */
  closed(): void;
}

/** One keep-alive connection with at most one request under way. */
export class Client {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  readonly #listener: ClientListener;
  #open = true;

  constructor(port: number, listener: ClientListener) {
    this.#listener = listener;
    this.#reader = new ResponseReader(listener);
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: READ_BUFFER, callback: (length) => this.#read(length) },
    });
    this.#socket.on('connect', () => listener.connected());
    this.#socket.on('error', () => this.close());
    this.#socket.on('close', () => this.close());
    this.#socket.on('end', () => this.close());
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.destroy();
    this.#listener.closed();
  }

  #read(length: number): boolean {
    if (!this.#open) return false;
    try {
      this.#reader.feed(READ_BUFFER, length);
    } catch {
      this.close();
    }
    return true;
  }
}
