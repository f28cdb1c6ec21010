import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Script, ScriptResult } from './test-support/scripted-worker.ts';
import { WorkerHost } from './worker-host.ts';
import { ThreadEnded, type ThreadOptions } from './worker-thread.ts';

const MODULE = new URL('./test-support/scripted-worker.ts', import.meta.url);
const hosts: WorkerHost<Script, ScriptResult>[] = [];

function host(options: Partial<ThreadOptions> = {}): WorkerHost<Script, ScriptResult> {
  const made = new WorkerHost<Script, ScriptResult>({ module: MODULE, purpose: 'is tested', ...options });
  hosts.push(made);
  return made;
}

afterEach(async () => {
  for (const made of hosts.splice(0)) await made.stop();
});

describe('the host of a thread', () => {
  it('starts one thread with the first call, and returns each reply to its call', async () => {
    let started = 0;
    const count = (): void => void started++;
    process.on('worker', count);
    const echoing = host();
    expect(started).toBe(0);
    const responses = await Promise.all(['a', 'b', 'c'].map((echo) => echoing.call({ echo })));
    process.off('worker', count);
    expect(responses.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(started).toBe(1);
  });

  it('passes memory on instead of copying it, both ways', async () => {
    const bytes = Uint8Array.of(1, 2);
    const { bytes: doubled } = await host().call({ double: bytes }, [bytes.buffer]);
    expect([...doubled]).toEqual([2, 4]);
    expect(bytes.buffer.detached).toBe(true);
  });

  it('rejects every pending call when the thread fails, with its error as the cause, and starts another', async () => {
    const failing = host();
    const { thread } = await failing.call({ echo: 'first' });
    const lost = await Promise.allSettled([
      failing.call({ fail: 'broken' }),
      failing.call({ echo: 'behind' }),
    ]);
    const reasons = lost.map((result) => (result.status === 'rejected' ? result.reason : result.value));
    expect(reasons).toEqual([expect.any(ThreadEnded), expect.any(ThreadEnded)]);
    expect(reasons[0]).toMatchObject({
      message: 'the thread that is tested ended',
      cause: expect.objectContaining({ message: 'broken' }) as Error,
    });
    const next = await failing.call({ echo: 'next' });
    expect(next.text).toBe('next');
    expect(next.thread).not.toBe(thread);
  });

  it('rejects a call that cannot be sent, and goes on', async () => {
    const echoing = host();
    await expect(echoing.call({ echo: (() => '') as never })).rejects.toThrow('could not be cloned');
    expect(await echoing.call({ echo: 'next' })).toMatchObject({ text: 'next' });
  });

  it('stops a thread whose call takes too long, counted from when the one before it has its reply', async () => {
    const patient = host({ timeoutMs: 500 });
    await Promise.all([patient.call({ takeMs: 300 }), patient.call({ takeMs: 300 })]);
    await expect(patient.call({ takeMs: 60_000 })).rejects.toThrow(ThreadEnded);
    expect(await patient.call({ takeMs: 1 })).toMatchObject({ text: 'done' });
  });

  it('survives a thread that takes more memory than it may', async () => {
    const small = host({ heapMegabytes: 16 });
    await expect(small.call({ allocate: true })).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'ERR_WORKER_OUT_OF_MEMORY' }) as Error,
    });
    expect(await small.call({ echo: 'next' })).toMatchObject({ text: 'next' });
  });

  it('rejects pending calls when it is stopped', async () => {
    const stopped = host();
    const call = stopped.call({ takeMs: 60_000 });
    await stopped.start();
    await Promise.all([expect(call).rejects.toThrow('the thread that is tested ended'), stopped.stop()]);
  });

  it('rejects when the module cannot be loaded', async () => {
    const missing = host({ module: new URL('./no-such-worker.ts', import.meta.url) });
    await expect(missing.start()).rejects.toThrow(ThreadEnded);
    await expect(missing.call({ echo: 'a' })).rejects.toThrow(ThreadEnded);
  });

  it.each([
    [true, 'done'],
    [false, ''],
  ])('keeps the process alive during a call only if it is to: %s', async (keepsAlive, printed) => {
    const program = `
      import(process.argv[1]).then(async ({ WorkerHost }) => {
        const options = { module: new URL(process.argv[2]), purpose: 'is tested', keepsAlive: ${keepsAlive} };
        const { text } = await new WorkerHost(options).call({ takeMs: 200 });
        process.stdout.write(text);
      });`;
    const file = fileURLToPath(new URL('./worker-host.ts', import.meta.url));
    const args = ['--eval', program, file, MODULE.href];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe(printed);
  });

  it('does not keep the process alive once it has replied', async () => {
    const program = `
      import(process.argv[1]).then(async ({ WorkerHost }) => {
        const busy = setInterval(() => {}, 1000);
        const host = new WorkerHost({ module: new URL(process.argv[2]), purpose: 'is tested' });
        const { text } = await host.call({ echo: 'replied' });
        process.stdout.write(text);
        clearInterval(busy);
      });`;
    const file = fileURLToPath(new URL('./worker-host.ts', import.meta.url));
    const args = ['--eval', program, file, MODULE.href];
    // Killed after it, which rejects.
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    expect(stdout).toBe('replied');
  });
});
