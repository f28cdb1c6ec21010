import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#config';
import { Secret } from '#kit';
import { StoreUnavailable } from '#store';
import { ControlRefusal, DataDirectoryBusyError } from '../control/index.ts';
import { listenUrl } from '#config';
import { bannerLines } from './banner.ts';
import type { Command, Invocation } from './command.ts';
import { COMMANDS } from './commands.ts';
import { explainError } from './explain-error.ts';
import { provisionLines, toProvisionResponse } from './provision-response.ts';
import { runCommandLine } from './run-command-line.ts';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(words: string[], commands: readonly Command[] = COMMANDS): Promise<Result> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
  };
  const code = await runCommandLine(words, terminal, commands);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the command line', () => {
  it.each([['help'], ['--help'], ['-h']])('%s lists every command', async (word) => {
    const { code, out, err } = await run([word]);
    expect(code).toBe(0);
    expect(err).toBe('');
    for (const line of [
      'svc start',
      'svc migrate',
      'svc check-config',
      'svc provision FILE [--update]',
      'svc doctor [--probe] [--engine] [--json]',
      'svc engines add NAME [--type] [--set]',
      'svc models add ENGINE [MODEL…] [--as] [--yes] [--json]',
      'svc keys revoke TARGET',
      'svc reload',
      'svc owners reset ORGANIZATION',
      'svc accounts reset EMAIL',
      'svc credits grant',
      'svc ledger check',
      'svc files check',
      'svc reseal',
      'svc backup FILE',
      'svc restore FILE',
      'svc requests show ID',
      'svc usage drop [--before]',
      'svc operators add EMAIL [--role]',
      'svc operators list',
      'svc operators remove EMAIL',
      'svc operators keys create NAME [--role] [--allowed-ips]',
      'svc operators keys revoke ID',
    ]) {
      expect(out).toContain(`  ${line} `);
    }
  });

  it.each([
    [['keys', 'revoke', '--help']],
    [['keys', 'revoke', 'x', '-h']],
    [['help', 'keys', 'revoke']],
    [['--help', 'keys', 'revoke']],
    [['keys', '--help']],
  ])('%j shows what the command takes', async (words) => {
    const { code, out, err } = await run(words);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Usage: svc keys revoke TARGET\nRevoke a key permanently: [^\n]+$/);
  });

  it('--version prints the version', async () => {
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });

  it.each([
    [[], 'Usage:'],
    [['nope'], 'There is no command "svc nope". See svc help.'],
    [['help', 'nope'], 'There is no command "svc nope". See svc help.'],
    [['--help', 'keys', 'nope'], 'There is no command "svc keys". Did you mean svc keys revoke TARGET?'],
    [['--version', 'now'], 'There are too many arguments.\nUsage: svc --version'],
    [['keys'], 'There is no command "svc keys". Did you mean svc keys revoke TARGET?'],
    [['keys', 'revoke'], 'TARGET is missing.\nUsage: svc keys revoke TARGET'],
    [['keys', 'revoke', 'a', 'b'], 'There are too many arguments.\nUsage: svc keys revoke TARGET'],
    [['keys', 'revoke', '-'], 'TARGET is empty.\nUsage: svc keys revoke TARGET'],
    [['provision'], 'FILE is missing.\nUsage: svc provision FILE [--update]'],
    [['provision', 'f', '--force'], "Unknown option '--force'.\nUsage: svc provision FILE [--update]"],
    [
      ['provision', 'f', '--update=1'],
      "Option '--update' does not take an argument.\nUsage: svc provision FILE [--update]",
    ],
    [['start', 'now'], 'There are too many arguments.\nUsage: svc start'],
    [['owners', 'reset'], 'ORGANIZATION is missing.\nUsage: svc owners reset ORGANIZATION'],
  ])('answers %j with exit code 2', async (words, message) => {
    const { code, out, err } = await run(words);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.startsWith(message)).toBe(true);
  });

  it.each([
    [['operators', 'add', 'nobody'], 'EMAIL must be an email address.'],
    [['operators', 'add', 'a@b.test', '--role', 'chief'], '--role must be operator or viewer.'],
    [['operators', 'keys', 'create', 'sync', '--role', 'chief'], '--role must be operator or viewer.'],
  ])('%j is refused before anything is opened', async (words, message) => {
    const { code, err } = await run(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('hands arguments and options to the command and passes its exit code on', async () => {
    const calls: Invocation[] = [];
    const command: Command = {
      name: 'a b',
      args: ['X'],
      options: { update: { type: 'boolean' } },
      summary: '',
      run(invocation) {
        calls.push(invocation);
        return Promise.resolve(1);
      },
    };
    expect((await run(['a', 'b', 'x', '--update'], [command])).code).toBe(1);
    expect(calls).toMatchObject([{ args: ['x'], flags: { update: true } }]);
  });

  it('answers a thrown error with exit code 1 and its explanation', async () => {
    const command: Command = { name: 'a', summary: '', run: () => Promise.reject(new ControlRefusal('no')) };
    expect(await run(['a'], [command])).toEqual({ code: 1, out: '', err: 'no' });
  });
});

describe('explainError', () => {
  it('tells the sentence of our own errors', () => {
    expect(explainError(new ConfigError('svc.yaml', [{ path: 'a', message: 'b' }]))).toBe(
      'svc.yaml has a problem:\n  a: b',
    );
    expect(explainError(new DataDirectoryBusyError('/d', 7))).toContain('in use by process 7');
    expect(explainError(new StoreUnavailable('cannot_connect'))).toBe(
      'The database cannot be used: cannot_connect.',
    );
  });

  it('names system errors and where they happened', () => {
    expect(
      explainError(
        Object.assign(new Error('x'), { code: 'EADDRINUSE', address: '::1', port: 80, syscall: 'listen' }),
      ),
    ).toBe('The address ::1:80 is already in use. Set HOST or PORT to another.');
    expect(
      explainError(Object.assign(new Error('x'), { code: 'EACCES', syscall: 'mkdir', path: '/d' })),
    ).toBe('mkdir failed with EACCES at /d.');
  });

  it("does not quote other systems' text", () => {
    expect(explainError(new TypeError('password is hunter2'))).not.toContain('hunter2');
  });
});

describe('what is shown once', () => {
  const secret = new Secret('sk_live_1');
  const key = { organization: 'Acme', name: 'main', kind: 'private', id: 'apikey_1', secret } as const;

  it('is the first key with a request to paste', () => {
    const text = bannerLines({
      baseUrl: 'http://h:1',
      address: 'http://h:1',
      firstKey: { organization: 'Default', keyId: 'k', secret, ownerToken: new Secret('owner_1') },
      provisioned: undefined,
      ownersRecordPayments: true,
      modelsWithoutPrice: ['Small', 'Large'],
    }).join('\n');
    expect(text).toMatch(/^Svc is ready at http:\/\/h:1\n/);
    expect(text).toContain('\nOwners can add credits in the Console (payments.manual: owners)\n');
    expect(text).toContain(
      '\nNo price set: calls to Small, Large cost nothing (models[].pricing in svc.yaml).\n',
    );
    expect(text).toContain('\n  http://h:1/console/set-up#owner_1\n');
    expect(text).toContain(
      "curl http://h:1/v1/chat/completions \\\n    -H 'Authorization: Bearer sk_live_1' \\",
    );
  });

  it('is only the base URL on later starts', () => {
    expect(
      bannerLines({
        baseUrl: 'http://h:1',
        address: 'http://h:1',
        firstKey: undefined,
        provisioned: undefined,
        ownersRecordPayments: false,
        modelsWithoutPrice: [],
      }),
    ).toEqual(['Svc is ready at http://h:1', 'The Console is at http://h:1/console']);
  });

  it('is where the service listens, and its public address where that is another', () => {
    const started = { firstKey: undefined, provisioned: undefined, ownersRecordPayments: false };
    const lines = bannerLines({
      ...started,
      baseUrl: 'https://svc.example.com',
      address: listenUrl({ host: '0.0.0.0' }, 8080),
      modelsWithoutPrice: [],
    });
    expect(lines).toEqual([
      'Svc is ready at http://localhost:8080',
      'Its public address is https://svc.example.com (SVC_BASE_URL)',
      'The Console is at https://svc.example.com/console',
    ]);
    const hosts = ['127.0.0.1', '::', '192.0.2.7', '2001:db8::1', 'svc.internal'];
    expect(hosts.map((host) => listenUrl({ host }, 81))).toEqual([
      'http://localhost:81',
      'http://localhost:81',
      'http://192.0.2.7:81',
      'http://[2001:db8::1]:81',
      'http://svc.internal:81',
    ]);
  });

  it('is a made secret, but not one the file gave', () => {
    const result = { created: ['key "main" of "Acme"'], updated: [], passedOver: [], epochs: [] };
    const lines = (given: boolean) =>
      provisionLines(toProvisionResponse({ ...result, keys: [{ ...key, given }] }));
    expect(lines(true)).toEqual(['Created key "main" of "Acme".']);
    expect(lines(false).at(-1)).toBe('  Acme / main (private): sk_live_1');
    expect(provisionLines({ created: [], updated: [], passedOver: [], made: [] })).toEqual([
      'Nothing to do: everything exists.',
    ]);
  });
});
