import { once } from 'node:events';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { controlClient } from '../control/index.ts';
import {
  copyDatabase,
  directory,
  installDirectory,
  run,
  Running,
  started,
} from '../../test-kit/service/command-process.ts';

const HEX = 'a'.repeat(64);

// Each test runs several processes, and each of those takes a second or more where others compete for the cores.
vi.setConfig({ testTimeout: 120_000 });
installDirectory();

describe('svc start', () => {
  it('prints the first key once, survives kill -9 and stops cleanly on any number of SIGTERMs', async () => {
    const first = new Running();
    await first.printed(/\n {2}sk_live_[0-9a-f]{64}\n/);
    expect(statSync(join(directory, 'data', 'data.key')).mode & 0o777).toBe(0o600);
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);

    const second = await started();
    expect(second.output).not.toContain('sk_live_');
    const exit = once(second.child, 'exit');
    for (let i = 0; i < 5; i++) second.child.kill('SIGTERM');
    second.child.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(directory, 'data', 'control.sock'))).toBe(false);
  });

  it('refuses a directory in use and says by whom', async () => {
    const service = await started();
    const { code, err } = await run(['start']);
    expect(code).toBe(1);
    expect(err).toBe(
      `The data directory ${join(directory, 'data')} is in use by process ${service.child.pid}. Stop it first, or set SVC_DATA_DIR to another directory.\n`,
    );
    expect((await run(['migrate'])).code).toBe(1);
  });

  it('refuses a data directory that cannot be one and says which setting to change, as svc doctor does', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const env = { SVC_DATA_DIR: join(file, 'data') };
    expect(await run(['start'], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The data directory \S+file\/data cannot be used: .*ENOTDIR.* Set SVC_DATA_DIR to /,
      ) as string,
    });
    const { code, out } = await run(['doctor'], { env });
    expect(out).toMatch(
      /^failed +data directory +cannot write to \S+file \(ENOTDIR\): set SVC_DATA_DIR to another directory$/m,
    );
    expect(code).toBe(1);
  });

  it('refuses a bad configuration before anything is made', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1\nlimits: { bar: 1 }');
    const { code, err } = await run(['start']);
    expect(code).toBe(1);
    expect(err).toContain('svc.yaml has 2 problems:\n  limits.bar: unknown key\n  foo: unknown key');
    expect(existsSync(join(directory, 'data', 'database'))).toBe(false);
  });

  it('refuses a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, err } = await run(['start'], { env: { PORT: String(port) } });
    server.close();
    expect([code, err]).toEqual([
      1,
      `The address 127.0.0.1:${port} is already in use. Set HOST or PORT to another.\n`,
    ]);
  });

  it('seals stored data anew while it runs, and only then', async () => {
    expect(await run(['reseal'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No service is running'),
    });
    await started();
    const { code, out, err } = await run(['reseal']);
    expect([code, err]).toEqual([0, '']);
    for (const name of ['batch lines', 'webhook secrets', 'inference hooks', 'idempotent answers'])
      expect(out).toContain(`${name}: 0 sealed anew\n`);
  });

  it('takes a changed file on svc reload and SIGHUP, and keeps the old one when it is bad', async () => {
    const file = join(directory, 'svc.yaml');
    writeFileSync(file, 'drain_seconds: 1');
    const service = await started();
    const digest = async () =>
      (await (await controlClient(join(directory, 'data')))!.call('GET /status'))['configuration'];
    const before = await digest();
    expect(await run(['reload'])).toEqual({ code: 0, out: 'The configuration has not changed.\n', err: '' });
    writeFileSync(file, 'drain_seconds: 2');
    expect(await run(['reload'])).toEqual({ code: 0, out: 'Applied the changed configuration.\n', err: '' });
    const after = await digest();
    expect(after).not.toBe(before);
    writeFileSync(file, 'drain_seconds: -1');
    expect(await run(['reload'])).toMatchObject({
      code: 1,
      err: `${file} has a problem:\n  drain_seconds: must be at least 0\n`,
    });
    service.child.kill('SIGHUP');
    await service.printed(
      /"drain_seconds".*configuration reload rejected; keeping the current configuration/,
    );
    expect(await digest()).toBe(after);
    writeFileSync(file, 'drain_seconds: 1');
    service.child.kill('SIGHUP');
    await expect.poll(digest).toBe(before);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });
});

it('svc reload takes a svc.yaml that appeared, refuses a broken one and goes back to the built-in configuration without it', async () => {
  const file = join(directory, 'svc.yaml');
  const service = await started();
  writeFileSync(file, 'drain_seconds: 1');
  expect(await run(['reload'])).toEqual({ code: 0, out: 'Applied the changed configuration.\n', err: '' });
  writeFileSync(file, 'drain_seconds: [');
  expect(await run(['reload'])).toMatchObject({
    code: 1,
    err: `${file} has a problem:\n  line 1, column 17: not valid YAML (bad indent)\n`,
  });
  // Set for the command, which is not where it counts.
  writeFileSync(file, 'identity_instruction: ${SVC_GREETING}');
  expect(await run(['reload'], { env: { SVC_GREETING: 'Hi' } })).toMatchObject({
    code: 1,
    err: `${file} has a problem:\n  identity_instruction: the environment variable SVC_GREETING is not set in the running service, which keeps the environment it was started with: restart it with the variable\n`,
  });
  rmSync(file);
  expect(await run(['reload'])).toMatchObject({ code: 0, out: 'Applied the changed configuration.\n' });
  expect(await run(['reload'])).toMatchObject({ code: 0, out: 'The configuration has not changed.\n' });
  expect(await service.end('SIGTERM')).toEqual([0, null]);
});

const NO_SUCH_KEY = 'No key has that id, name, prefix or secret.\n';

describe('svc provision and svc keys revoke', () => {
  const FILE = {
    organizations: [
      {
        name: 'Acme',
        plan: 'pro',
        members: [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner' }],
        keys: [
          { name: 'given', created_by: 'ada@acme.test', secret: `sk_live_${HEX}` },
          { name: 'made', created_by: 'ada@acme.test' },
        ],
      },
    ],
  };

  it('work through the running service', async () => {
    const file = join(directory, 'p.yaml');
    writeFileSync(file, JSON.stringify(FILE));
    const service = await started();

    const provisioned = await run(['provision', file]);
    expect(provisioned).toMatchObject({ code: 0, err: '' });
    expect(provisioned.out).toContain('Created ');
    expect(provisioned.out).not.toContain(HEX);
    const [secret = ''] = /sk_live_[0-9a-f]{64}/.exec(provisioned.out) ?? [];
    expect(await run(['provision', file, '--update'])).toMatchObject({
      code: 0,
      out: 'Nothing to do: everything exists.\n',
    });

    const byName = await run(['keys', 'revoke', 'given']);
    expect(byName).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Revoked apikey_\w+ "given" \(private\)\.\n$/) as string,
    });
    const bySecret = await run(['keys', 'revoke', secret]);
    expect(bySecret).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Revoked apikey_\w+ "made" \(private\)\.\n$/) as string,
    });
    expect(await run(['keys', 'revoke', 'nobody'])).toEqual({ code: 1, out: '', err: NO_SUCH_KEY });

    writeFileSync(file, JSON.stringify(FILE).replace('"pro"', '"gold"'));
    const refused = {
      code: 1,
      out: '',
      err: `${file} has a problem:\n  organizations[0].plan: there is no plan "gold"\n`,
    };
    expect(await run(['provision', file])).toEqual(refused);
    expect(await service.end('SIGTERM')).toEqual([0, null]);
  });

  it('work on the database when no service runs', async () => {
    const file = join(directory, 'p.yaml');
    writeFileSync(file, JSON.stringify(FILE));
    await copyDatabase();
    const { code, out } = await run(['provision', file]);
    expect(code).toBe(0);
    const [secret = ''] = /sk_live_[0-9a-f]{64}/.exec(out) ?? [];
    const bySecret = await run(['keys', 'revoke', '-'], { input: `${secret}\n` });
    expect(bySecret).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Revoked apikey_\w+ "made" \(private\)\.\n$/) as string,
    });
    expect(await run(['keys', 'revoke', 'nobody'])).toEqual({ code: 1, out: '', err: NO_SUCH_KEY });
  });
});

describe('svc check-config', () => {
  it('prints the problems of both files', async () => {
    writeFileSync(join(directory, 'svc.yaml'), 'foo: 1');
    writeFileSync(join(directory, 'p.yaml'), 'organizations: [{ name: A }]');
    const { code, out, err } = await run(['check-config'], { env: { SVC_PROVISION: 'p.yaml' } });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('svc.yaml has a problem:\n  foo: unknown key');
    expect(err).toContain('p.yaml has a problem:\n  organizations[0].plan: required');
  });

  it('tells what is configured', async () => {
    expect(await run(['check-config'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^the built-in configuration: 1 engine, 3 models, 2 plans, digest \w+\.\n$/,
      ) as string,
    });
    const model = '{ id: Mine, default: true, routes: [{ engine: e }] }';
    writeFileSync(join(directory, 'svc.yaml'), `engines: { e: { type: sandbox } }\nmodels: [${model}]`);
    expect((await run(['check-config'])).out).toMatch(
      /\nNo price set: calls to Mine cost nothing \(models\[\]\.pricing in svc\.yaml\)\.\n$/,
    );
    expect(await run(['check-config'], { env: { PORT: 'x' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('PORT: must be') as string,
    });
  });
});

it('svc reload says when nothing runs', async () => {
  expect(await run(['reload'])).toEqual({
    code: 1,
    out: '',
    err: `No service is running on the data directory ${join(directory, 'data')}.\n`,
  });
});
