import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { ByteCollector } from '#kit';
import { ControlRefusal } from './control-refusal.ts';
import { DataDirectoryUnusableError } from './data-directory-unusable-error.ts';
import { probe } from './probe.ts';
import { CONTROL_SOCKET, type ControlRoute } from './protocol.ts';
import { withSocketAddress } from './socket-address.ts';

/** A ledger's findings and a month's metrics are a hundredth of it. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** Codes of a connection whose other end is gone. */
const CUT_OFF: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);
const ENDED =
  'The service ended before it answered, so this may or may not have taken effect. Check that before you run the command again.';

export interface ControlClient {
  /** Sends a request and returns the answer. Throws a ControlRefusal with the service's sentence when it is refused. */
  call(
    route: ControlRoute,
    body?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a request that is answered with bytes. Throws as `call` does; the stream fails when the bytes end too early. */
  download(route: ControlRoute): Promise<Readable>;
}

/** A client of the process that owns the data directory; undefined when none runs. */
export async function controlClient(dataDir: string): Promise<ControlClient | undefined> {
  if ((await probe(dataDir, CONTROL_SOCKET).catch(missingDirectory)) !== 'live') return undefined;
  const ask = <T>(what: Omit<Request, 'socketPath'>, read: (response: IncomingMessage) => Promise<T>) =>
    withSocketAddress(dataDir, CONTROL_SOCKET, async (socketPath) =>
      read(await send({ ...what, socketPath })),
    ).catch((error: NodeJS.ErrnoException) => {
      // The socket is the service's user's alone. Whatever else goes wrong is no matter of the directory.
      if (error.code === 'EACCES') throw DataDirectoryUnusableError.from(error, dataDir);
      throw CUT_OFF.has(error.code) ? new ControlRefusal(ENDED) : error;
    });
  return {
    call: (route, body = {}, { timeoutMs } = {}) => ask({ route, body, timeoutMs }, readResponse),
    download: (route) => ask({ route }, openDownload),
  };
}

function missingDirectory(error: NodeJS.ErrnoException): 'gone' {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'gone';
  throw error;
}

interface Request {
  readonly socketPath: string;
  readonly route: ControlRoute;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number | undefined;
}

/** Resolves with the head of the answer. */
function send({ socketPath, route, body = {}, timeoutMs }: Request): Promise<IncomingMessage> {
  const [method, path] = route.split(' ');
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath, method, path, agent: false, headers: { 'content-length': Buffer.byteLength(text) } },
      resolve,
    );
    call.on('error', reject);
    if (timeoutMs !== undefined) {
      call.setTimeout(timeoutMs, () =>
        call.destroy(new Error(`The running service did not answer within ${timeoutMs} ms.`)),
      );
    }
    call.end(text);
  });
}

/** Throws a ControlRefusal with the service's sentence. */
async function readResponse(response: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const collector = new ByteCollector(MAX_RESPONSE_BYTES);
  for await (const chunk of response as AsyncIterable<Buffer>)
    if (!collector.add(chunk)) throw new Error('The response of the running service is too large.');
  const reply = JSON.parse(collector.take().toString('utf8')) as Readonly<Record<string, unknown>>;
  if (response.statusCode === 200) return reply;
  throw new ControlRefusal(String(reply['error']));
}

async function openDownload(response: IncomingMessage): Promise<Readable> {
  if (response.statusCode !== 200) await readResponse(response);
  return response;
}
