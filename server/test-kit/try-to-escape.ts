import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Loaded into a reading process before its own code, as hostile as code can be: with threads of its own, made before the process
 * is sealed, and with what is left to the main thread afterwards. Tells what came of each attempt: a code or message of the error,
 * or `escaped`.
 */
interface Targets {
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly socketPath: string;
  readonly filePath: string;
}

type Attempts = Readonly<Record<string, () => unknown>>;

const emitted = (emitter: NodeJS.EventEmitter, done: string): Promise<void> =>
  new Promise((resolve, reject) => void emitter.once(done, () => resolve()).once('error', reject));

function ways({ tcpPort, udpPort, socketPath, filePath }: Targets): Attempts {
  return {
    tcp: () => emitted(connect(tcpPort, '127.0.0.1'), 'connect'),
    tls: () => emitted(connectTls(tcpPort, '127.0.0.1'), 'connect'),
    http: () => emitted(get(`http://127.0.0.1:${tcpPort}/`), 'response'),
    fetch: () => fetch(`http://127.0.0.1:${tcpPort}/`),
    udp: () =>
      new Promise<void>((resolve, reject) =>
        createSocket('udp4').send('x', udpPort, '127.0.0.1', (error) => (error ? reject(error) : resolve())),
      ),
    dns: () => {
      const resolver = new dns.Resolver({ timeout: 500, tries: 1 });
      resolver.setServers([`127.0.0.1:${udpPort}`]);
      return resolver.resolve4('svc.test');
    },
    process: () => {
      const { error } = spawnSync(process.execPath, ['--version']);
      if (error) throw error;
    },
    file: () => writeFileSync(filePath, 'x'),
    ...(isMainThread
      ? {
          socket: () => emitted(connect(socketPath), 'connect'),
          thread: () => new Worker('1', { eval: true }),
        }
      : {}),
  };
}

async function tryAll(targets: Targets): Promise<Record<string, string>> {
  const tried: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(ways(targets)))
    try {
      await attempt();
      tried[name] = 'escaped';
    } catch (error) {
      const { cause = error } = error as Error;
      const { code, message } = cause as NodeJS.ErrnoException;
      tried[name] = code ?? message;
    }
  return tried;
}

if (!isMainThread) {
  const targets = (workerData as { targets?: Targets }).targets;
  if (targets) void tryAll(targets).then((tried) => parentPort?.postMessage(tried));
} else {
  const targets = JSON.parse(process.argv[3] ?? '{}') as Targets;
  const own = new Worker(new URL(import.meta.url), { workerData: { targets } });
  const inThread = new Promise((resolve) => void own.once('message', resolve));
  const send = process.send?.bind(process);
  process.send = (message: { type?: string }) => {
    if (message.type === 'ready')
      void Promise.all([inThread, tryAll(targets)]).then(([thread, main]) =>
        send?.({ tried: { thread, main } }),
      );
    return true;
  };
}
