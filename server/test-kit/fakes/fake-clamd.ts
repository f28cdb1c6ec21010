import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What every virus scanner finds, and harms nobody. In two parts, or it would be found in this file too. */
export const EICAR_TEXT = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);

/** `silent`: takes everything and never replies. `cut`: ends the connection at the first bytes of a file. */
type Behaviour = 'scan' | 'silent' | 'cut' | { readonly reply: string } | { readonly limitBytes: number };

/** A server that speaks as much of clamd's protocol as the service needs, and finds the EICAR text. */
export interface FakeClamd {
  readonly url: string;
  behaviour: Behaviour;
  /** Bytes of each file it was sent. */
  readonly scannedBytes: number[];
  /** Connections break and no new ones are taken. */
  stop(): Promise<void>;
  /** At the same address as before. */
  start(): Promise<void>;
}

export async function startFakeClamd(): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const listen = async (): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      void serve(socket, fake).catch(() => socket.destroy());
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server!.close(resolve));
  };
  const fake: FakeClamd = {
    url: '',
    behaviour: 'scan',
    scannedBytes: [],
    stop,
    start: listen,
  };
  await listen();
  return Object.assign(fake, { url: `tcp://127.0.0.1:${port}` });
}

/** Reads `zCOMMAND\0`, then for INSTREAM chunks behind their lengths up to an empty one. */
async function serve(socket: Socket, { behaviour, scannedBytes }: FakeClamd): Promise<void> {
  const limitBytes = typeof behaviour === 'object' && 'limitBytes' in behaviour ? behaviour.limitBytes : 1e9;
  const finish = (text: string): void => void socket.end(`${text}\0`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let rest = Buffer.alloc(0);
  let command: string | undefined;
  // A reply is to arrive, even before everything was read.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    if (command === undefined) {
      const end = rest.indexOf(0);
      if (end < 0) continue;
      command = rest.toString('latin1', 0, end);
      rest = rest.subarray(end + 1);
      if (command === 'zPING') return finish('PONG');
      if (command !== 'zINSTREAM') return finish('UNKNOWN COMMAND');
    }
    if (behaviour === 'cut') return void socket.destroy();
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      if (length === 0) {
        scannedBytes.push(bytes);
        if (behaviour !== 'silent') finish(replyTo(Buffer.concat(chunks), behaviour));
        break;
      }
      chunks.push(rest.subarray(4, 4 + length));
      bytes += length;
      if (bytes > limitBytes) return finish('INSTREAM size limit exceeded. ERROR');
      rest = rest.subarray(4 + length);
    }
  }
}

function replyTo(content: Buffer, behaviour: Behaviour): string {
  if (typeof behaviour === 'object' && 'reply' in behaviour) return behaviour.reply;
  return content.includes(EICAR_TEXT) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
}
