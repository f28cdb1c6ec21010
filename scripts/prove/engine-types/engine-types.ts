import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { require, type Proof } from '../proof.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TEST = 'conformance/src/engine-types.test.ts';

/** What a usual run makes with a few checks. */
export const proveEngineTypes: Proof = {
  name: 'engine-types',
  summary: 'every check of the conformance suite that asks an engine passes over every type of engine',
  async run() {
    const child = spawn('npx', ['vitest', 'run', '--maxWorkers', '1', TEST], {
      cwd: ROOT,
      env: { ...process.env, CONFORMANCE_ENGINE_TYPES: 'all' },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    require(code === 0, 'a type of engine does not keep the contract');
  },
};
