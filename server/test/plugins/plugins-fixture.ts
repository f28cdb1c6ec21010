import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReply, zip, type HttpReply, type TestDatabase } from '#test-kit';
import { ADMIN_SECRET, startConsoleFixture, type ConsoleFixture } from '../console/console-fixture.ts';

export interface HeldUpload {
  readonly status: Promise<number>;
  abort(): void;
}

export interface PluginsFixture extends Omit<ConsoleFixture, 'stop'> {
  /** Adds a bundle by an admin key. */
  upload(
    bundle: Buffer,
    fields?: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<HttpReply>;
  /** Begins an upload, which the service has accepted the head of, and sends no more of it. */
  hold(headers: Record<string, string>): Promise<HeldUpload>;
  /** Adds a plugin of the marketplace `acme`. */
  fromMarketplace(name: string, more?: object): Promise<HttpReply>;
  /** How many bundles are stored. */
  stored(): Promise<number>;
  stop(): Promise<void>;
}

/** A bundle of a plugin, with more entries. */
export function bundle(
  name: string,
  version: string,
  { manifest = {}, entries = [] }: { manifest?: object; entries?: Parameters<typeof zip>[0] } = {},
): Buffer {
  return zip([
    { name: 'plugin.json', content: JSON.stringify({ name, version, ...manifest }) },
    { name: 'commands/hello.md', content: 'Say hello.' },
    ...entries,
  ]);
}

/** `acme`: `notes` 1.0.0, 1.10.0 and 1.9.0, `shared` 1.0.0, and `gone` without a bundle. */
async function writeMarketplace(): Promise<{ folder: string; marketplacesFile: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-marketplaces-'));
  const plugins = [];
  for (const [name, version] of [
    ['notes', '1.0.0'],
    ['notes', '1.10.0'],
    ['notes', '1.9.0'],
    ['shared', '1.0.0'],
  ] as const) {
    await writeFile(join(folder, `${name}-${version}.zip`), bundle(name, version));
    plugins.push({ name, version, path: `${name}-${version}.zip` });
  }
  plugins.push({ name: 'gone', version: '1.0.0', path: 'gone.zip' });
  const marketplacesFile = join(folder, 'marketplaces.json');
  await writeFile(
    marketplacesFile,
    JSON.stringify({ marketplaces: [{ id: 'acme', name: 'Acme', plugins }] }),
  );
  return { folder, marketplacesFile };
}

async function holdUpload(port: number, headers: Record<string, string>): Promise<HeldUpload> {
  const held = request(`http://127.0.0.1:${port}/v1/organizations/plugins`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ADMIN_SECRET}`,
      'svc-beta': 'admin-2026-11-01',
      'content-type': 'multipart/form-data; boundary=held',
      expect: '100-continue',
      ...headers,
    },
  });
  const status = once(held, 'response').then(([{ statusCode }]) => statusCode as number);
  status.catch(() => undefined);
  held.flushHeaders();
  // Refused before its body is wanted, it is not told to continue.
  const continues = once(held, 'continue').then(() => true);
  if (await Promise.race([continues, status.then(() => false)]))
    held.write('--held\r\nContent-Disposition: form-data; name="file"; filename="plugin.zip"\r\n\r\nPK');
  return { status, abort: () => held.destroy() };
}

/** The Console's fixture with the marketplace. */
export async function startPluginsFixture(
  database: TestDatabase,
  limits: Readonly<Record<string, number>> = {},
): Promise<PluginsFixture> {
  const { folder, marketplacesFile } = await writeMarketplace();
  const fixture = await startConsoleFixture(
    database,
    { admin_requests_per_minute: 100_000, console_requests_per_minute: 100_000, ...limits },
    { plugins: { marketplaces_file: marketplacesFile } },
  );
  const send = async (body: BodyInit, headers: Record<string, string> = {}): Promise<HttpReply> =>
    readReply(
      await fetch(`http://127.0.0.1:${fixture.service.port}/v1/organizations/plugins`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_SECRET}`, 'svc-beta': 'admin-2026-11-01', ...headers },
        body,
      }),
    );
  return {
    ...fixture,
    upload: (bytes, fields = {}, headers) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new File([bytes as BlobPart], 'plugin.zip'));
      return send(form, headers);
    },
    hold: (headers) => holdUpload(fixture.service.port, headers),
    fromMarketplace: (name, more = {}) =>
      send(JSON.stringify({ source: { kind: 'marketplace', marketplace_id: 'acme' }, name, ...more }), {
        'content-type': 'application/json',
      }),
    stored: async () => {
      const blobs = join(fixture.service.dataDir, 'data/files/blobs');
      const all = await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []);
      return all.filter((each) => each.isFile()).length;
    },
    stop: async () => {
      await fixture.stop();
      await rm(folder, { recursive: true });
    },
  };
}
