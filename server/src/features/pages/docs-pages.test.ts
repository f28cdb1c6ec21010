import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocsPages } from './docs-pages.ts';

let directory: string;
let server: Server;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-docs-'));
  const pages = createDocsPages(directory);
  server = createServer((request, response) => {
    if (!pages.handle(request.url ?? '', request, response)) response.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const read = async (path: string): Promise<string> => {
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return `${reply.status} ${await reply.text()}`;
};

describe('the documentation', () => {
  it('says how to build it, then answers pages with and without a slash, and a page of its own for what is missing', async () => {
    expect(await read('/docs/')).toMatch(/^503 .*npm run docs/);
    for (const [name, text] of [
      ['index.html', 'home'],
      ['404.html', 'missing'],
      ['streaming/index.html', 'streaming'],
      ['assets/page-1a2b.js', 'script'],
    ] as const) {
      mkdirSync(join(directory, name, '..'), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    expect(await Promise.all(['/docs', '/docs/'].map(read))).toEqual(['200 home', '200 home']);
    expect(await Promise.all(['/docs/streaming', '/docs/streaming/'].map(read))).toEqual([
      '200 streaming',
      '200 streaming',
    ]);
    expect(await read('/docs/assets/page-1a2b.js')).toBe('200 script');
    expect(await read('/docs/none')).toBe('404 missing');
    expect(await read('/docs/assets/page-old.js')).toMatch(/^404 There is no such file/);
    expect(await read('/docsx')).toMatch(/^418/);
  });
});
