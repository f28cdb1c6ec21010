import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openStore, type Store } from '#store';
import {
  copyEmbeddedDatabase,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  spawnCommand,
  startScriptedUpstream,
  textReply,
  type ScriptedUpstream,
} from '#test-kit';

/** A second key of the small deployment, named `second`. */
export const SECOND_KEY = `sk_live_${'2'.repeat(64)}`;
/** A streamed call. */
export const ASK = { messages: [{ role: 'user', content: 'hello' }] };

let template: string;
/** The working directory of the test's processes; new for each test, as is the upstream. */
export let directory: string;
export let upstream: ScriptedUpstream;
const children = new Set<ChildProcess>();

/** Call once per test file: creates the directory and the upstream, and ends all processes. */
export function installProcessHooks(): void {
  // Creating an embedded database takes seconds; copying an empty one does not.
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'svc-process-template-'));
    await copyEmbeddedDatabase(template, { migrated: true });
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'svc-process-'));
    upstream = await startScriptedUpstream(textReply('fine'));
  });
  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await upstream.close();
    rmSync(directory, { recursive: true, force: true });
  });
}

type Variables = Readonly<Record<string, string>>;

function svc(words: readonly string[], env: Variables): ChildProcess {
  const child = spawnCommand(words, { cwd: directory, env, running: children });
  child.stdin!.end();
  return child;
}

/** Runs a command to completion. */
export async function run(words: readonly string[], env: Variables = {}) {
  const child = svc(words, env);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ]);
  return { code: code as number | null, out, err };
}

/** Writes the two files of a small deployment with two keys, and returns the variables that name them. */
export function writeServiceFiles(
  options: {
    readonly deployment?: Readonly<Record<string, unknown>>;
    readonly secondKey?: Readonly<Record<string, unknown>>;
  } = {},
): Variables {
  const key = (name: string, secret: string) => ({
    name,
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret,
  });
  const provisioning = oneOrganization({
    keys: [key('main', MAIN_KEY), { ...key('second', SECOND_KEY), ...options.secondKey }],
  });
  writeProvisioning(provisioning);
  writeDeployment(options.deployment);
  cpSync(join(template, 'database'), join(directory, 'data', 'database'), { recursive: true });
  return { SVC_PROVISION: 'provision.yaml', SVC_CONFIG: 'svc.yaml' };
}

/** Replaces the provisioning file. */
export function writeProvisioning(provisioning: unknown): void {
  writeFileSync(join(directory, 'provision.yaml'), JSON.stringify(provisioning));
}

/** Replaces svc.yaml, as an operator would. */
export function writeDeployment(more: Readonly<Record<string, unknown>> = {}): void {
  const engine = openaiEngine(upstream.baseUrl, {
    timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 },
  });
  writeFileSync(join(directory, 'svc.yaml'), JSON.stringify(oneModel(engine, more)));
}

/** A running service. */
export interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  output(): string;
  ask(key?: string, body?: object): Promise<Response>;
  advance(seconds: number): Promise<Response>;
  end(signal: NodeJS.Signals): Promise<readonly [number | null, string | null]>;
}

/** `svc start`; resolves when it is ready. */
export async function start(env: Variables = {}): Promise<Started> {
  const child = svc(['start'], env);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /Svc is ready at http:\/\/localhost(:\d+)\n/.exec(output);
      if (ready) resolve(`http://127.0.0.1${ready[1]}`);
    };
    child.stdout!.on('data', collect);
    child.stderr!.on('data', collect);
    child.once('exit', () => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  const post = (path: string, key: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    child,
    url,
    port: Number(new URL(url).port),
    output: () => output,
    ask: (key = MAIN_KEY, body = { ...ASK, stream: false }) => post('/v1/chat/completions', key, body),
    advance: (seconds) => post('/internal/test/clock', '', { advance_s: seconds }),
    end: async (signal) => {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit) as [number | null, string | null];
    },
  };
}

/** The `error.code` of an answer. */
export const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { error?: { code: string } }).error?.code;

/** Reads what a stopped or killed service left in its embedded database. */
export async function readStore<T>(
  read: (db: Store['db']) => Promise<T>,
  dataDir = join(directory, 'data'),
): Promise<T> {
  const store = await openStore({ dataDir, log: pino({ level: 'silent' }) });
  try {
    return await read(store.db);
  } finally {
    await store.close();
  }
}
