import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'svc-sdk-'));
  await run(process.execPath, [fileURLToPath(new URL('../build.ts', import.meta.url)), dist]);
});
afterAll(() => rm(dist, { recursive: true }));

it('the built package imports nothing but its own files, in code and in types', async () => {
  const files = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|d\.ts)$/.test(name));
  expect(files).toContain('index.js');
  expect(files).toContain('index.d.ts');
  for (const name of files) {
    const text = await readFile(join(dist, name), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(
      ([, specifier]) => specifier!,
    );
    expect(
      imported.filter((specifier) => !/^\.\.?\/.*\.(js|ts)$/.test(specifier)),
      name,
    ).toEqual([]);
  }
});

it('the built package answers in a plain process', async () => {
  const server = createServer((_request, response) => response.end('{"object":"list","data":[]}')).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const script = `import { Svc } from './index.js';
const svc = new Svc({ baseUrl: 'http://127.0.0.1:${(server.address() as AddressInfo).port}', apiKey: 'x' });
console.log(JSON.stringify(await svc.models.list()));`;
  await writeFile(join(dist, 'try.mjs'), script);
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', join(dist, 'try.mjs')]);
  server.close();
  expect(JSON.parse(stdout)).toEqual({ object: 'list', data: [] });
});
