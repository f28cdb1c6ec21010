import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Mutant, mutantEnvironment } from './mutant.ts';

/**
 * Whether a mutant changes a committed file that is made from the code, such as the API description or the schema of `svc.yaml`. Limits
 * and statuses that are promised there are compared with it by `npm run check`, before anything is merged.
 */
export async function changesGenerated(root: string, mutant: Mutant): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'scripts/generate.ts'), '--check'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, ...mutantEnvironment(root, mutant) },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code !== 0;
}
