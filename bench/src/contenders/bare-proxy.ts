import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';
import { PLAIN_HEADERS, type Contender } from './contender.ts';

const SCRIPT = fileURLToPath(new URL('../references/bare-proxy.ts', import.meta.url));

/** node:http and undici passing bytes through: what is left of this runtime when a gateway does nothing. */
export const bareProxy: Contender = {
  name: 'bare',
  describe: () => ({ version: `node:http + undici ${undiciVersion()}` }),
  async start({ upstreamPort, folder, cpu }) {
    const port = await freePort();
    const process_ = start({
      command: process.execPath,
      args: [SCRIPT, String(port), String(upstreamPort)],
      cpu,
      logFile: join(folder, 'bare.log'),
    });
    return { port, headerSets: PLAIN_HEADERS, process: process_, stop: () => process_.stop() };
  },
};

function undiciVersion(): string {
  const { version } = createRequire(import.meta.url)('undici/package.json') as { version: string };
  return version;
}
