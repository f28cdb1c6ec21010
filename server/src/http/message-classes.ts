import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { KEEP_ALIVE_MS, WholeRequest, WholeResponse, type BodyTaker } from '#exchange';
import { describeError, type Log } from '#kit';

/** What `node:http` makes requests and responses of. Absent: its own classes. */
export interface MessageClasses {
  readonly IncomingMessage?: typeof IncomingMessage;
  readonly ServerResponse?: typeof ServerResponse;
}

const PLAIN: MessageClasses = {};
const WHOLE: MessageClasses = { IncomingMessage: WholeRequest, ServerResponse: WholeResponse };

const BODY = '{"checks":"message classes"}';
const REQUEST = `POST / HTTP/1.1\r\nHost: check\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const HEADERS = ['content-type', 'application/json', 'content-length', String(BODY.length)];
/** More than two requests in memory ever take. */
const TIMEOUT_MS = 5000;

/**
 * The classes for whole bodies, once they have answered requests on a connection in memory exactly as Node's own
 * do. They set fields that Node does not document: a version to which these mean something else gets its own
 * classes, and the log says so.
 */
export async function messageClasses(
  log: Log,
  whole = WHOLE,
  timeoutMs = TIMEOUT_MS,
): Promise<MessageClasses> {
  const node = process.version;
  try {
    const [expected, found] = await Promise.all([transcript(PLAIN, timeoutMs), transcript(whole, timeoutMs)]);
    if (found === expected) return whole;
    log.warn(
      { node, expected, found },
      'optimized HTTP classes disabled: their responses differ on this Node version',
    );
  } catch (cause) {
    log.warn({ node, error: describeError(cause) }, 'optimized HTTP classes disabled: self-test failed');
  }
  return PLAIN;
}

/** Everything that happens to two requests on one connection, and to a third that breaks off. */
async function transcript(classes: MessageClasses, timeoutMs: number): Promise<string> {
  const lines: string[] = [];
  const signal = AbortSignal.timeout(timeoutMs);
  const server = createServer({ ...classes, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    response.on('finish', () => lines.push(`finished ${response.writableFinished} ${request.readableEnded}`));
    response.on('close', () => lines.push(`closed ${response.closed}`));
    readBody(request, (body) => {
      lines.push(`read ${body} ${request.complete}`);
      if (request.complete) send(response);
    });
  });
  const [near, far] = duplexPair();
  server.emit('connection', far);
  try {
    for (let i = 0; i < 2; i++) lines.push(await ask(near, signal));
    near.write(REQUEST.slice(0, -1), () => far.destroy());
    await once(far, 'close', { signal });
    // A stream tells of the loss of its connection a turn later.
    await new Promise(setImmediate);
    return lines.join('\n');
  } finally {
    near.destroy();
    far.destroy();
  }
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = '';
  let over = false;
  const taker: BodyTaker = {
    take: (chunk) => void (body += chunk.toString()),
    end: () => {
      if (!over) done(body);
      over = true;
    },
  };
  if (request instanceof WholeRequest && request.passTo(taker)) return;
  request.on('data', taker.take).on('end', taker.end).on('close', taker.end);
}

function send(response: ServerResponse): void {
  if (response instanceof WholeResponse && response.sendWhole('', HEADERS, BODY, 'latin1')) return;
  response.writeHead(200, HEADERS).end(BODY, 'latin1');
}

/** The response without its date, which may be of another second. */
async function ask(connection: Duplex, signal: AbortSignal): Promise<string> {
  connection.write(REQUEST);
  let text = '';
  while (!text.endsWith(BODY)) text += String((await once(connection, 'data', { signal }))[0]);
  return text.replace(/^Date: .*\r\n/m, '');
}
