import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ByteCollector } from '#kit';
import { ControlRefusal } from './control-refusal.ts';
import { CONTROL_ROUTES, ControlStream, type ControlHandlers, type ControlRoute } from './protocol.ts';
import { sendStream } from './send-stream.ts';

const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** Answers requests on the control socket. Before `handlers()` gives any, the process can only say who it is. */
export function createControlServer(handlers: () => ControlHandlers | undefined): Server {
  return createServer((request, response) => {
    void respond(request, handlers()).then(({ status, body }) =>
      body instanceof ControlStream ? sendStream(response, body) : send(response, status, body),
    );
  });
}

interface ControlResponse {
  readonly status: number;
  readonly body: object;
}

async function respond(
  request: IncomingMessage,
  handlers: ControlHandlers | undefined,
): Promise<ControlResponse> {
  const route = `${request.method} ${request.url}`;
  if (!isRoute(route)) return { status: 404, body: { error: `There is no ${route}.` } };
  try {
    const body = await readBody(request);
    if (handlers) return { status: 200, body: identified(route, await handlers[route](body)) };
    if (route === 'GET /status') return { status: 200, body: identified(route, { state: 'starting' }) };
    return {
      status: 503,
      body: { error: 'The process is starting, or another svc command is running. Try again.' },
    };
  } catch (error) {
    if (error instanceof ControlRefusal) return { status: 422, body: { error: error.message } };
    return {
      status: 500,
      body: {
        error: `Failed: ${error instanceof Error ? error.name : typeof error}. See the log of the service.`,
      },
    };
  }
}

/** The process id is part of every status: refusals of a second start name it. */
function identified(route: ControlRoute, body: object): object {
  return route === 'GET /status' ? { pid: process.pid, ...body } : body;
}

function isRoute(text: string): text is ControlRoute {
  return (CONTROL_ROUTES as readonly string[]).includes(text);
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const collector = new ByteCollector(BODY_LIMIT_BYTES);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (!collector.add(chunk)) throw new ControlRefusal('The request is too large.');
  }
  if (collector.length === 0) return {};
  try {
    const body: unknown = JSON.parse(collector.take().toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Readonly<Record<string, unknown>>;
  } catch {
    // Refused below, like any other body that is no object. The parser's message would quote it.
  }
  throw new ControlRefusal('The request is not a JSON object.');
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
