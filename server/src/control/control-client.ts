import { request } from 'node:http';
import { ByteCollector } from '#kit';
import { ControlRefusal } from './control-refusal.ts';
import { DataDirectoryUnusableError } from './data-directory-unusable-error.ts';
import { probe } from './probe.ts';
import { CONTROL_SOCKET, type ControlRoute } from './protocol.ts';
import { withSocketAddress } from './socket-address.ts';

/** A ledger's findings and a month's metrics are a hundredth of it. */
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

export interface ControlClient {
  /** Sends a request and returns the answer. Throws a ControlRefusal with the service's sentence when it is refused. */
  call(
    route: ControlRoute,
    body?: Readonly<Record<string, unknown>>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** A client of the process that owns the data directory; undefined when none runs. */
export async function controlClient(dataDir: string): Promise<ControlClient | undefined> {
  if ((await probe(dataDir, CONTROL_SOCKET).catch(missingDirectory)) !== 'live') return undefined;
  return {
    call: (route, body = {}, { timeoutMs } = {}) =>
      withSocketAddress(dataDir, CONTROL_SOCKET, (socketPath) =>
        send(socketPath, route, JSON.stringify(body), timeoutMs),
      ).catch((error: NodeJS.ErrnoException) => {
        // The socket is the service's user's alone. Whatever else goes wrong is no matter of the directory.
        throw error.code === 'EACCES' ? DataDirectoryUnusableError.from(error, dataDir) : error;
      }),
  };
}

function missingDirectory(error: NodeJS.ErrnoException): 'gone' {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'gone';
  throw error;
}

function send(
  socketPath: string,
  route: ControlRoute,
  body: string,
  timeoutMs?: number,
): Promise<Readonly<Record<string, unknown>>> {
  const [method, path] = route.split(' ');
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath, method, path, agent: false, headers: { 'content-length': Buffer.byteLength(body) } },
      (response) => {
        const collector = new ByteCollector(ANSWER_LIMIT_BYTES);
        response.on('data', (piece: Buffer) => {
          if (!collector.add(piece))
            call.destroy(new Error('The response of the running service is too large.'));
        });
        response.on('error', reject);
        response.on('end', () => {
          try {
            const answer = JSON.parse(collector.take().toString('utf8')) as Readonly<Record<string, unknown>>;
            if (response.statusCode === 200) resolve(answer);
            else reject(new ControlRefusal(String(answer['error'])));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    call.on('error', reject);
    if (timeoutMs !== undefined) {
      call.setTimeout(timeoutMs, () =>
        call.destroy(new Error(`The running service did not answer within ${timeoutMs} ms.`)),
      );
    }
    call.end(body);
  });
}
