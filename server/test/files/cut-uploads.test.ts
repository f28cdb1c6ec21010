import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAIN_KEY, httpDatabases } from '#test-kit';
import { installProcessHooks, start, writeServiceFiles } from '../processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

const ROOM_BYTES = 1_000_000;
const TWO_MINUTES_S = 120;

let socket: Socket | undefined;
afterEach(() => void socket?.destroy());

/** The head and half of an upload that would fill the workspace. */
function beginUpload(url: string): Socket {
  const part = (name: string, more = ''): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const begun = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  begun.write(
    [
      'POST /v1/files HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${MAIN_KEY}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${ROOM_BYTES}`,
      '',
      `${part('purpose')}document\r\n${part('file', '; filename="a.txt"')}${'x'.repeat(ROOM_BYTES / 2)}`,
    ].join('\r\n'),
  );
  return begun;
}

async function upload(url: string): Promise<number> {
  const form = new FormData();
  form.append('purpose', 'document');
  form.append('file', new File(['hello'], 'b.txt'));
  const headers = { authorization: `Bearer ${MAIN_KEY}` };
  return (await fetch(`${url}/v1/files`, { method: 'POST', headers, body: form })).status;
}

describe.each(await httpDatabases(import.meta.filename))(
  'storage reserved by an upload that a crash cut off, on $kind',
  (database) => {
    it('D-FILE-6 is released within two minutes, but not before the node counts as dead', async () => {
      const opened = database.kind === 'postgres' ? await database.open() : undefined;
      const env = {
        ...writeServiceFiles({ deployment: { limits: { workspace_storage_bytes: ROOM_BYTES } } }),
        SVC_TEST_CLOCK: '1',
        SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
        ...(opened?.databaseUrl === undefined ? {} : { DATABASE_URL: opened.databaseUrl }),
      };
      try {
        const service = await start(env);
        socket = beginUpload(service.url);
        await expect.poll(() => upload(service.url), { timeout: 20_000 }).toBe(507);
        // Not events.once(): that rejects when the killed process resets the connection.
        const closed = new Promise((resolve) => socket?.once('close', resolve));
        await service.end('SIGKILL');
        await closed;
        const next = await start(env);
        expect(await upload(next.url)).toBe(507);
        await next.advance(TWO_MINUTES_S);
        expect(await upload(next.url)).toBe(201);
        await next.end('SIGTERM');
      } finally {
        await opened?.close();
      }
    });
  },
);
