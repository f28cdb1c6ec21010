import { ServerResponse, type IncomingMessage } from 'node:http';
import { httpDate } from '#kit';
import { headerLines } from './header-lines.ts';

/** How long the listener keeps an idle connection open, which every response tells. */
export const KEEP_ALIVE_MS = 75_000;

const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;

/**
 * A response that can take its whole head as one text. `writeHead` examines every name and every value, on each
 * response, for what most of them never have. Everything behind the head is Node's: order, connection, events.
 */
export class WholeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /**
   * Sends status 200 with a body of the length that the headers declare. `known` are header lines that were
   * examined before. False, with nothing sent, where Node has more to decide: the connection ends with this
   * response, or a header needs its attention.
   */
  sendWhole(known: string, headers: readonly string[], body: string, encoding: 'latin1' | 'utf8'): boolean {
    if (!this.shouldKeepAlive || this.headersSent || this.req.httpVersion !== '1.1') return false;
    const lines = headerLines(headers);
    if (lines === undefined) return false;
    // What `headersSent` goes by, and what Node sends in front of the first part of the body.
    (this as { _header?: string })._header =
      `HTTP/1.1 200 OK\r\n${known}${lines}Date: ${httpDate()}\r\n${KEPT}`;
    this.end(body, encoding);
    return true;
  }

  /** The head has been sent: its text, which is 600 bytes of every open stream, is no longer kept. Node asks only whether there was one. */
  forgetHead(): void {
    (this as { _header?: string })._header = 'sent';
  }
}
