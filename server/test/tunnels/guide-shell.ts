import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONNECTOR = join(ROOT, 'connector/bin/svc-connector.js');
const TIMEOUT_MS = 60_000;

/** Commands of docs/tunnels.md, block by block. */
export const GUIDE = [
  ...readFileSync(join(ROOT, 'docs/tunnels.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs),
].map(([, block]) => block!);

type Variables = Readonly<Record<string, string>>;

/**
 * A shell for the commands of a guide, in a folder of its own. `npm install` links the packages that are installed here, if they are of the
 * version that is asked for; `npx --no svc-connector` is the connector of this repository.
 */
export class GuideShell {
  readonly #folder: string;
  readonly #variables: Variables;
  readonly #running = new Set<number>();

  constructor(folder: string, variables: Variables) {
    this.#folder = folder;
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const write = (name: string, script: string): void => {
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(programs, name), 0o755);
    };
    const node = dirname(process.execPath);
    write('npm', `ln -sfn ${join(ROOT, 'node_modules')} node_modules`);
    write(
      'npx',
      `[ "$1 $2" = '--no svc-connector' ] || exit 9\nshift 2\nexec ${process.execPath} ${CONNECTOR} "$@"`,
    );
    const path = [programs, node, process.env['PATH'] ?? ''].join(':');
    this.#variables = { PATH: path, HOME: folder, SVC_TUNNEL_LOG: 'debug', ...variables };
  }

  /** Runs a block to its end. Resolves with its standard output: curl reports its progress on the other. */
  async run(block: string): Promise<string> {
    const { ended } = this.#start(block);
    const { code, output, stdout } = await ended;
    if (code !== 0) throw new Error(`ended with ${code}:\n${block}\n${output}`);
    return stdout;
  }

  /** Starts a block that goes on, and resolves when it has printed the pattern. */
  async until(block: string, pattern: RegExp): Promise<void> {
    const { printed, ended } = this.#start(block);
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const tooLate = once(late, 'abort').then(() => `printed no ${pattern}`);
    const failure = await Promise.race([
      printed(pattern),
      tooLate,
      ended.then(({ output }) => `ended: ${output}`),
    ]);
    if (failure !== undefined) throw new Error(`${failure}\n${block}`);
  }

  /** Ends what still runs. */
  end(): void {
    for (const pid of this.#running) process.kill(-pid, 'SIGKILL');
  }

  #start(block: string) {
    const child = spawn('bash', ['-euc', block], {
      cwd: this.#folder,
      env: this.#variables,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what bash starts ends with it.
      detached: true,
    });
    const { pid } = child;
    this.#running.add(pid!);
    let output = '';
    let stdout = '';
    const watchers = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (stream === child.stdout) stdout += chunk.toString();
        for (const watch of watchers) watch();
      });
    return {
      ended: once(child, 'close').then(([code]) => {
        this.#running.delete(pid!);
        return { code: code as number | null, output, stdout };
      }),
      printed: (pattern: RegExp) =>
        new Promise<undefined>((resolve) => watchers.add(() => pattern.test(output) && resolve(undefined))),
    };
  }
}

/** The versions that `npm install` in the block asks for, and those that are installed here. */
export function packageVersions(block: string): [asked: string, installed: string][] {
  const [, packages = ''] = /npm install (.*)/.exec(block) ?? [];
  return packages.split(' ').map((one) => {
    const [, name = '', version = ''] = /^(.+)@(.+)$/.exec(one) ?? [];
    const path = join(ROOT, 'node_modules', name, 'package.json');
    const installed = (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
    return [`${name}@${version}`, `${name}@${installed.slice(0, version.length)}`];
  });
}

/** Puts a linked folder in place of what a guide leaves to its reader. */
export function linkDocs(folder: string): string {
  const link = join(folder, 'repository');
  symlinkSync(ROOT, link);
  return link;
}
