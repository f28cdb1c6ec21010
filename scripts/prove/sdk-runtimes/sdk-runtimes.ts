import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { bundle } from '../../../sdk/test/packed/bundle.ts';
import { EXPECTED_OUTCOME } from '../../../sdk/test/packed/expected-outcome.ts';
import { installPackage } from '../../../sdk/test/packed/install-package.ts';
import { MAIN_KEY, oneModel, oneOrganization, startRunningService } from '../../../server/test-kit/index.ts';
import { report, require, type Proof } from '../proof.ts';
import { installInterpreter, INTERPRETERS, type Interpreter } from './interpreters.ts';
import { runInChromium, type Service } from './run-in-chromium.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const HANGING_MS = 120_000;

/** The package of the client library as it is published, wherever it is said to run. An interpreter that cannot be had is named and left out. */
export const proveSdkRuntimes: Proof = {
  name: 'sdk-runtimes',
  summary: `the packed client library does the same in ${INTERPRETERS.map(({ name }) => name).join(', ')} and Chromium, and bundled`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'svc-prove-sdk-'));
    const service = await startRunningService({
      deployment: oneModel({ type: 'sandbox' }),
      provisioning: oneOrganization(),
      environment: { SVC_DATA_KEY: DATA_KEY },
    });
    const called = { baseUrl: service.baseUrl, apiKey: MAIN_KEY };
    try {
      const project = await installPackage(folder);
      const { bytes, gzippedBytes } = await bundle(project, "export { Svc } from '@svc/sdk';");
      report('first load', { bytes, 'gzipped bytes': gzippedBytes });
      for (const interpreter of INTERPRETERS) await tryInterpreter(interpreter, project, called);
      await tryChromium(project, called);
    } finally {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function tryInterpreter(
  interpreter: Interpreter,
  project: string,
  { baseUrl, apiKey }: Service,
): Promise<void> {
  const { name, args } = interpreter;
  const program = await installInterpreter(interpreter).catch((error: unknown) => {
    report(name, { 'left out:': `cannot be installed, ${String(error).split('\n', 1)[0]}` });
  });
  if (program === undefined) return;
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(program, [...args, 'main.mjs', baseUrl, apiKey], {
    cwd: project,
    timeout: HANGING_MS,
  });
  requireOutcome(name, JSON.parse(stdout), EXPECTED_OUTCOME);
  report(name, { ms: Math.round(performance.now() - startedAt) });
}

async function tryChromium(project: string, service: Service): Promise<void> {
  const outcomes = await runInChromium(project, service);
  if (!outcomes) return report('Chromium', { 'left out:': 'not installed' });
  const { fromPath: _, ...expected } = EXPECTED_OUTCOME;
  for (const [name, outcome] of Object.entries(outcomes)) {
    requireOutcome(name, outcome, expected);
    report(name, { outcome: 'the same' });
  }
}

function requireOutcome(name: string, outcome: unknown, expected: object): void {
  // As it comes through JSON: what is undefined is not there.
  const plain: unknown = JSON.parse(JSON.stringify(outcome));
  require(isDeepStrictEqual(
    plain,
    expected,
  ), `${name} gave ${JSON.stringify(plain)}, not ${JSON.stringify(expected)}`);
}
