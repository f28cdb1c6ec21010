import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { bundle } from './packed/bundle.ts';
import { EXPECTED_OUTCOME } from './packed/expected-outcome.ts';
import { installPackage } from './packed/install-package.ts';

const FIRST_LOAD_BYTES = 16_000;
const VERIFIER_BYTES = 2000;

let folder: string;
let project: string;
let service: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sdk-'));
  project = await installPackage(folder);
  service = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }),
    provisioning: oneOrganization(),
    environment: { SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

it('the packed package imports nothing but its own files, in code and in types', async () => {
  const installed = join(project, 'node_modules/@svc/sdk');
  const files = (await readdir(installed, { recursive: true })).filter((name) => /\.(js|d\.ts)$/.test(name));
  expect(files).toContain('index.js');
  expect(files).toContain('index.d.ts');
  for (const name of files) {
    const text = await readFile(join(installed, name), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(
      ([, specifier]) => specifier!,
    );
    expect(
      imported.filter((specifier) => !/^\.\.?\/.*\.(js|ts)$/.test(specifier)),
      name,
    ).toEqual([]);
  }
});

// The other versions of Node, Bun, Deno and Chromium: `npm run prove -- --only sdk-runtimes`.
it('the installed package does its work in a plain process', async () => {
  const args = ['--no-experimental-strip-types', 'main.mjs', service.baseUrl, MAIN_KEY];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  expect(JSON.parse(stdout)).toEqual(EXPECTED_OUTCOME);
});

it('a bundler makes one small file of it, and takes only what is used', async () => {
  const client = await bundle(project, "export { Svc } from '@svc/sdk';");
  const verifier = await bundle(project, "export { webhooks } from '@svc/sdk';");
  console.log(
    `first load: Svc ${client.bytes} bytes, ${client.gzippedBytes} gzipped; webhooks alone ${verifier.gzippedBytes} gzipped`,
  );
  expect(client.gzippedBytes).toBeLessThan(FIRST_LOAD_BYTES);
  expect(verifier.gzippedBytes).toBeLessThan(VERIFIER_BYTES);
});
