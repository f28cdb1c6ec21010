import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Deployment } from './deployment.ts';
import { readCredentials } from './credentials.ts';
import { send } from './http-exchange.ts';
import { UpstreamProbe } from './upstream-probe.ts';
import { startScriptedUpstream } from './upstream.ts';
import { CREDENTIALS_FILE, deploymentFile, PROVISIONING_FILE, type Variant } from './variants.ts';

const SERVICE = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** The embedded database of a first start takes seconds on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts a scripted engine and the real service as a child process, in a directory of its own. `close` ends both and
 * removes the directory; a process that exits without it does the same, less gently.
 */
export async function startOwnDeployment(variant: Variant = 'standard'): Promise<Deployment> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-conformance-'));
  const upstream = await startScriptedUpstream();
  let service: ChildProcess | undefined;
  const abandon = (): void => {
    service?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  const close = async (): Promise<void> => {
    if (service) await stop(service);
    await upstream.close();
    await rm(directory, { recursive: true, force: true });
    process.off('exit', abandon);
  };
  try {
    const configuration = join(directory, 'svc.yaml');
    await writeFile(configuration, await deploymentFile(variant));
    const environment = serviceEnvironment(directory, configuration, upstream.baseUrl);
    service = spawn(process.execPath, [SERVICE, 'start'], {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const baseUrl = await readyBaseUrl(service);
    return new Deployment({
      baseUrl,
      credentials: await readCredentials(CREDENTIALS_FILE),
      upstream: new UpstreamProbe(upstream),
      operate: (words) => runCommand(words, directory, environment),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

function serviceEnvironment(
  directory: string,
  configuration: string,
  upstreamUrl: string,
): NodeJS.ProcessEnv {
  // Nothing but these two comes along, so that no setting of the developer's shell reaches the service.
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: '0',
    HOST: '127.0.0.1',
    SVC_DATA_DIR: join(directory, 'data'),
    SVC_CONFIG: configuration,
    SVC_PROVISION: fileURLToPath(PROVISIONING_FILE),
    SVC_TEST_CLOCK: '1',
    LOG_LEVEL: 'error',
    UPSTREAM_URL: upstreamUrl,
    UPSTREAM_KEY: 'upstream-key-marker',
  };
}

/** Waits for the address in the output, then for /readyz. */
async function readyBaseUrl(service: ChildProcess): Promise<string> {
  const output: string[] = [];
  const address = Promise.withResolvers<string>();
  for (const stream of [service.stdout, service.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      const port = /\bhttp:\/\/[^\s:]+:(\d+)/.exec(line)?.[1];
      if (port) address.resolve(`http://127.0.0.1:${port}`);
    });
  }
  service.once('exit', (code) =>
    address.reject(
      new Error(`the service ended with code ${code} while starting:\n${output.slice(-30).join('\n')}`),
    ),
  );
  const timer = setTimeout(
    () =>
      address.reject(
        new Error(`no address from the service within ${START_TIMEOUT_MS} ms:\n${output.join('\n')}`),
      ),
    START_TIMEOUT_MS,
  );
  try {
    const baseUrl = await address.promise;
    const { status, text } = await send(`${baseUrl}/readyz`);
    if (status !== 200) throw new Error(`/readyz answers ${status} ${text}`);
    return baseUrl;
  } finally {
    clearTimeout(timer);
  }
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  const timer = setTimeout(() => service.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function runCommand(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [SERVICE, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`svc ${words[0]} ended with code ${code}: ${output}`);
  return output;
}
