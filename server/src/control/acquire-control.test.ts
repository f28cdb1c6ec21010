import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bundled } from '#test-kit';
import {
  acquireControl,
  controlClient,
  ControlRefusal,
  DataDirectoryBusyError,
  type ControlHandlers,
} from './index.ts';

// Twenty processes start on however few cores there are.
vi.setConfig({ testTimeout: 120_000 });

let base: string;
/** Those that own a directory. */
const owners = new Set<Contender>();
/** Those that own nothing, for other tests too: starting twenty takes more than all that they do. */
const spare: Contender[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'svc-control-'));
});

afterEach(async () => {
  await Promise.all([...owners].map(kill));
  rmSync(base, { recursive: true, force: true });
});
afterAll(() => Promise.all(spare.splice(0).map(kill)));

/** Tries to take the directory that it is told, and keeps it when it got it. */
const CONTENDER = `
  import { createInterface } from 'node:readline';
  import { acquireControl } from ${JSON.stringify(bundled('control'))};
  const held = [];
  createInterface({ input: process.stdin }).on('line', async (directory) => {
    if (directory === '') {
      for (const control of held.splice(0)) await control.release();
      return console.log('free');
    }
    try {
      held.push(await acquireControl(directory));
      console.log('won');
    } catch (error) {
      console.log(error.name === 'DataDirectoryBusyError' ? 'busy' : error.stack.replaceAll('\\n', ' '));
    }
  });
  console.log('ready');
`;

class Contender {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    this.process = spawn(process.execPath, ['--input-type=module', '-e', CONTENDER], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines: Interface = createInterface({ input: this.process.stdout! });
    this.#lines = lines[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    return done ? 'ended' : value;
  }

  /** Of all that it owns. */
  async letGo(): Promise<string> {
    this.process.stdin!.write('\n');
    owners.delete(this);
    return this.line();
  }

  async tryNow(directory: string): Promise<string> {
    this.process.stdin!.write(`${directory}\n`);
    const result = await this.line();
    if (result === 'won') owners.add(this);
    return result;
  }
}

async function kill(contender: Contender): Promise<void> {
  owners.delete(contender);
  const { process: child } = contender;
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function start(): Promise<Contender> {
  const known = spare.pop();
  if (known) return known;
  const contender = new Contender();
  expect(await contender.line()).toBe('ready');
  return contender;
}

async function startOwner(): Promise<Contender> {
  const owner = await start();
  expect(await owner.tryNow(base)).toBe('won');
  return owner;
}

/** All try at once. Answers the one that got the directory; the others can be used again. */
async function race(contenders: readonly Contender[], directory: string): Promise<Contender> {
  const results = await Promise.all(contenders.map((contender) => contender.tryNow(directory)));
  expect(results.toSorted()).toEqual([...Array<string>(contenders.length - 1).fill('busy'), 'won']);
  return contenders[results.indexOf('won')]!;
}

const handlers: ControlHandlers = {
  'GET /status': () => ({ state: 'ready' }),
  'GET /engines': () => ({ failing: [] }),
  'POST /engines/restore-keys': () => ({}),
  'POST /reload': () => ({ changed: true }),
  'POST /credits/grant': () => ({}),
  'POST /ledger/check': () => ({}),
  'POST /files/check': () => ({}),
  'POST /reseal': () => ({}),
  'POST /backup': () => ({}),
  'POST /usage/drop': () => ({}),
  'POST /requests/show': () => ({}),
  'POST /operators/add': () => ({}),
  'POST /operators/list': () => ({}),
  'POST /operators/remove': () => ({}),
  'POST /operators/keys/create': () => ({}),
  'POST /operators/keys/revoke': () => ({}),
  'POST /sign-in/reset': () => ({}),
  'POST /keys/revoke': ({ target }) => {
    throw new ControlRefusal(`no key ${String(target)}`);
  },
  'POST /provision': () => {
    throw new TypeError('secret sk_live_1');
  },
};

it('makes the directory 0700 and the socket 0600, and leaves nothing there when it lets go', async () => {
  const directory = join(base, 'deep', 'data');
  const control = await acquireControl(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(control.path).mode & 0o777).toBe(0o600);
  expect(statSync(control.path).isSocket()).toBe(true);
  await control.release();
  expect(readdirSync(directory)).toEqual([]);
});

it('leaves no lock where it could not become the owner that others find', async () => {
  mkdirSync(join(base, 'control.sock', 'in the way'), { recursive: true });
  await expect(acquireControl(base)).rejects.toThrow();
  expect(readdirSync(base)).toEqual(['control.sock']);
});

it('lets go of a directory that was taken over without making its earlier owners look alive or gone', async () => {
  await kill(await startOwner());
  await (await acquireControl(base)).release();
  expect(readdirSync(base).filter((name) => name.startsWith('control.lock.'))).toEqual(['control.lock.1']);
  const next = await acquireControl(base);
  await expect(acquireControl(base)).rejects.toBeInstanceOf(DataDirectoryBusyError);
  await next.release();
});

it('gives a directory to one process at a time while its owners come and go', async () => {
  const contenders = await Promise.all(Array.from({ length: 6 }, start));
  for (let round = 0; round < 20; round++) {
    const results = await Promise.all(contenders.map((contender) => contender.tryNow(base)));
    expect(results.toSorted()).toEqual([...Array<string>(5).fill('busy'), 'won']);
    expect(await contenders[results.indexOf('won')]!.letGo()).toBe('free');
  }
  spare.push(...contenders);
});

it('gives a fresh directory to exactly one of 20 processes, and a stale one, round after round', async () => {
  let contenders = await Promise.all(Array.from({ length: 20 }, start));
  for (let round = 0; round < 9; round++) {
    const winner = await race(contenders, join(base, 'data'));
    contenders = contenders.filter((contender) => contender !== winner);
    await kill(winner);
  }
  spare.push(...contenders);
});

it('refuses a directory that a live process owns, with its path and process id', async () => {
  const owner = await startOwner();
  const refusal = await acquireControl(base).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirectoryBusyError);
  expect((refusal as Error).message).toBe(
    `The data directory ${base} is in use by process ${owner.process.pid}. Stop it first, or set SVC_DATA_DIR to another directory.`,
  );
});

it('refuses a directory whose owner is stopped and cannot answer', async () => {
  const owner = await startOwner();
  owner.process.kill('SIGSTOP');
  await expect(acquireControl(base)).rejects.toThrow('in use by a running process');
});

it('takes a directory at once whose owner was killed, again and again, without leaving files behind', async () => {
  for (let round = 0; round < 8; round++) {
    await kill(await startOwner());
  }
  const control = await acquireControl(base);
  expect((await controlClient(base)) === undefined).toBe(false);
  expect(readdirSync(base).filter((name) => name.startsWith('control.lock.')).length).toBeLessThanOrEqual(6);
  await control.release();
});

it.runIf(process.platform === 'linux')(
  'works in a directory whose path is longer than a socket address',
  async () => {
    const directory = join(base, 'x'.repeat(120), 'y'.repeat(120));
    mkdirSync(directory, { recursive: true });
    const control = await acquireControl(directory);
    control.serve(handlers);
    await expect(acquireControl(directory)).rejects.toBeInstanceOf(DataDirectoryBusyError);
    const client = await controlClient(directory);
    expect(await client!.call('GET /status')).toEqual({ pid: process.pid, state: 'ready' });
    await control.release();
    expect(await controlClient(directory)).toBeUndefined();
    await (await acquireControl(directory)).release();
  },
);

it('answers who it is before it serves, and asks to try again for the rest', async () => {
  const control = await acquireControl(base);
  const client = await controlClient(base);
  expect(await client!.call('GET /status')).toEqual({ pid: process.pid, state: 'starting' });
  await expect(client!.call('POST /reload')).rejects.toThrow('Try again');
  await control.release();
});

it('passes requests on, refusals with their sentence and other errors without theirs', async () => {
  const control = await acquireControl(base);
  control.serve(handlers);
  const client = await controlClient(base);
  expect(await client!.call('POST /reload')).toEqual({ changed: true });
  await expect(client!.call('POST /keys/revoke', { target: 'k' })).rejects.toEqual(
    new ControlRefusal('no key k'),
  );
  await expect(client!.call('POST /provision', {})).rejects.toThrow(
    /^Failed: TypeError\. See the log of the service\.$/,
  );
  await control.release();
});

it('says that a request may have taken effect when the service ends before it answers', async () => {
  const control = await acquireControl(base);
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<object>();
  control.serve({ ...handlers, 'POST /reseal': () => (reached.resolve(), answered.promise) });
  const client = await controlClient(base);
  const asked = client!.call('POST /reseal').catch((error: unknown) => error);
  await reached.promise;
  await control.release();
  expect(await asked).toEqual(
    new ControlRefusal(
      'The service ended before it answered, so this may or may not have taken effect. Check that before you run the command again.',
    ),
  );
  answered.resolve({});
});

it('is not kept from letting go by an open connection', async () => {
  const control = await acquireControl(base);
  const idle = connect(control.path);
  await once(idle, 'connect');
  const closed = once(idle, 'close');
  await control.release();
  await closed;
  expect(existsSync(control.path)).toBe(false);
});

it('says of a directory that cannot be one how to choose another, and has no client there', async () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  const advice =
    'Set SVC_DATA_DIR to a directory that this user can create and write to, or run this as its owner.';
  await expect(acquireControl(file)).rejects.toThrow(
    `The data directory ${file} cannot be used: it is not a directory (EEXIST). ${advice}`,
  );
  const below = join(file, 'data');
  await expect(acquireControl(below)).rejects.toThrow(
    `The data directory ${below} cannot be used: a part of the path is not a directory (ENOTDIR). ${advice}`,
  );
  expect(await controlClient(below)).toBeUndefined();
});

it('has no client where nothing runs', async () => {
  expect(await controlClient(join(base, 'nowhere'))).toBeUndefined();
  await kill(await startOwner());
  expect(await controlClient(base)).toBeUndefined();
});
