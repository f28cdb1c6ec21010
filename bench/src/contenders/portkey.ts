import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';
import type { Contender } from './contender.ts';

const PACKAGE = '@portkey-ai/gateway';
const VERSION = '1.15.2';
/** The versions its own lock file names: it was tested with these, and newer ones change its speed. */
const OVERRIDES = { '@hono/node-server': '1.13.5', hono: '4.9.7' };
const PRELOAD = fileURLToPath(new URL('../references/loopback-only.cjs', import.meta.url));

/** A widely used gateway on the same runtime, from a folder that has it installed. */
export function portkey(folderWithPackage: string): Contender {
  const packageFolder = join(folderWithPackage, 'node_modules', PACKAGE);
  return {
    name: 'portkey',
    describe() {
      const manifest = join(packageFolder, 'package.json');
      if (!existsSync(manifest))
        return { missing: `${PACKAGE} is not in ${folderWithPackage}; --portkey installs it` };
      return {
        version: `${PACKAGE} ${(JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version}`,
      };
    },
    async start({ upstreamPort, folder, cpu }) {
      const port = await freePort();
      const script = join(packageFolder, 'build', 'start-server.js');
      const gateway = start({
        command: process.execPath,
        args: ['--require', PRELOAD, script, '--headless', `--port=${port}`],
        cpu,
        cwd: folderWithPackage,
        logFile: join(folder, 'portkey.log'),
      });
      const headers = [
        'authorization: Bearer sk-bench',
        'x-portkey-provider: openai',
        `x-portkey-custom-host: http://127.0.0.1:${upstreamPort}/v1`,
      ];
      return { port, headerSets: [headers], process: gateway, stop: () => gateway.stop() };
    },
  };
}

/** Installs the gateway with npm, without running install scripts. Throws when npm fails. */
export function installPortkey(folder: string): void {
  if (existsSync(join(folder, 'node_modules', PACKAGE))) return;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [PACKAGE]: VERSION }, overrides: OVERRIDES };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm could not install ${PACKAGE} in ${folder}`);
}
