import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  describedDeployment,
  describedProvisioning,
  fuzzDescribed,
  readDescription,
  type DescribedApi,
  type Json,
} from '../../server/test-kit/index.ts';
import { report, require, type Proof } from './proof.ts';
import { prepareFolder, startServiceProcess } from './deployment/service-process.ts';

const run = promisify(execFile);

const REQUESTS = 5000;
/** Not among the dependencies: it needs a compiler older than ours. */
const GENERATOR = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];
const COMPILER = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

export const proveDescription: Proof = {
  name: 'description',
  summary: `${REQUESTS} requests made from the description: every answer fits it, none is a 5xx; its types compile with its examples`,
  async run({ size }) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-description-'));
    const folder = prepareFolder(directory, describedDeployment(), describedProvisioning());
    const service = await startServiceProcess(folder);
    const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    try {
      const described = await readDescription(service.url);
      const requests = Math.ceil(REQUESTS * size);
      const { problems, statuses, succeeded } = await fuzzDescribed(described, { requests, seed });
      report(`TEST_SEED=${seed}`, {
        requests,
        operations: described.api.operations.length,
        'operations that succeeded': succeeded.size,
        answers: [...statuses].map(([status, count]) => `${status}×${count}`).join(' '),
      });
      require(problems.length === 0, `\n  ${problems.slice(0, 50).join('\n  ')}`);
      const typed = await compileTypes(described.api);
      report('openapi-typescript', { 'examples that fit their types': typed });
    } finally {
      await service.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** Generates TypeScript types and compiles every example against them. Gives how many there are. */
async function compileTypes(api: DescribedApi): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-description-'));
  const file = (name: string): string => join(directory, name);
  try {
    const uses = examplesOf(api);
    await writeFile(file('api.json'), JSON.stringify(api.document));
    await writeFile(
      file('uses.ts'),
      `import type { paths } from './api.ts';\n${uses.map((use, i) => `export const use${i}: ${use};\n`).join('')}`,
    );
    const packages = GENERATOR.flatMap((name) => ['--package', name]);
    const generate = ['exec', '--yes', ...packages, '--', 'openapi-typescript'];
    await run(
      'npm',
      // Else fields of requests that have a default would not be optional.
      [...generate, file('api.json'), '-o', file('api.ts'), '--default-non-nullable', 'false'],
      {
        cwd: directory,
        maxBuffer: MAX_OUTPUT_BYTES,
      },
    );
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      '--target',
      'es2024',
    ];
    await run(process.execPath, [COMPILER, ...options, file('uses.ts')], {
      maxBuffer: MAX_OUTPUT_BYTES,
    }).catch((error: { stdout?: string }) =>
      require(false, `the examples do not compile:\n${error.stdout?.slice(0, 4000)}`),
    );
    return uses.length;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Declarations `type = value`, of every body and answer in JSON. */
function examplesOf({ operations }: DescribedApi): string[] {
  return operations.flatMap(({ method, path, body, responses }) => {
    const root = `paths['${path}']['${method.toLowerCase()}']`;
    const declare = (at: string, content: Json | undefined): string[] =>
      content?.['example'] === undefined
        ? []
        : [`${root}${at}['content']['application/json'] = ${JSON.stringify(content['example'])}`];
    return [
      ...declare(`['requestBody']`, body['application/json'] as Json | undefined),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        declare(`['responses'][${status}]`, content?.['application/json'] as Json | undefined),
      ),
    ];
  });
}
