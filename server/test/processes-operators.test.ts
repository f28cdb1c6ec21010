import { expect, it, vi } from 'vitest';
import { installProcessHooks, run, start, writeServiceFiles } from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

const CREATED = /^Created (operkey_\w+) "sync" \(viewer\):\s+(sk_op_[0-9a-f]{64})\n/;

it('svc operators adds and lists operators and makes keys, with and without a running service', async () => {
  const env = writeServiceFiles();
  const svc = (...words: string[]) => run(['operators', ...words], env);
  expect(await svc('add', 'otto@svc.test')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^otto@svc\.test is now an operator\.[^]*\/console\/operator\/set-up#operator_[0-9a-f]{64}\n/,
    ) as string,
  });
  const service = await start(env);
  expect((await svc('add', 'OTTO@svc.test', '--role', 'viewer')).out).toContain(
    'otto@svc.test (viewer) was reset.',
  );
  expect((await svc('list')).out).toBe('otto@svc.test  viewer  not set up yet\n');
  const created = await svc('keys', 'create', 'sync', '--role', 'viewer', '--allowed-ips', '127.0.0.1, ::1');
  const [, id = '', secret = ''] = CREATED.exec(created.out) ?? [];
  const call = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${service.url}/operator/v1/organizations`, { headers })).status;
  };
  expect(await call()).toBe(200);
  expect(await svc('keys', 'revoke', id)).toMatchObject({ code: 0, out: `Revoked ${id} "sync".\n` });
  expect(await call()).toBe(401);
  await service.end('SIGTERM');
  expect((await svc('remove', 'otto@svc.test')).code).toBe(0);
});
