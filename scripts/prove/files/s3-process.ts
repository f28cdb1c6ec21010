import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../server/test-kit/index.ts';

const BUCKET = 'svc-files';
const STARTS_WITHIN_MS = 30_000;

/** A service that speaks the S3 protocol, in a process that may be killed. What it has answered is on disk. */
export class S3Process {
  readonly #port: number;
  readonly #directory: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, directory: string) {
    this.#port = port;
    this.#directory = directory;
  }

  static async start(directory: string): Promise<S3Process> {
    const service = new S3Process(await freePort(), directory);
    await service.restart();
    const made = await fetch(`${service.#url}/${BUCKET}`, { method: 'PUT' });
    if (!made.ok) throw new Error(`the bucket was answered ${made.status}`);
    return service;
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** `storage` of svc.yaml. */
  get storage(): object {
    const key = { access_key: 'test', secret_key: 'test' };
    return {
      type: 's3',
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: this.#url,
      path_style: true,
      ...key,
    };
  }

  async restart(): Promise<void> {
    const options = { port: this.#port, host: '127.0.0.1', logger: false, dataDir: this.#directory };
    const program = `(await import(${JSON.stringify(import.meta.resolve('fauxqs'))})).startFauxqs(${JSON.stringify(options)})`;
    this.#child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    const until = performance.now() + STARTS_WITHIN_MS;
    while (!(await isReachable(`${this.#url}/health`))) {
      if (performance.now() > until) throw new Error('the S3 service did not start');
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
