import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** In a process of its own: the test runner has its own listeners for errors nobody caught. */
async function run(script: string): Promise<{ code: number | null; out: string }> {
  const lifecycle = JSON.stringify(new URL('./lifecycle.ts', import.meta.url).href);
  const log =
    '{ info: () => {}, error: (_, message) => console.log(message), fatal: (fields) => console.log(JSON.stringify(fields)) }';
  const lines = `
    import { Lifecycle } from ${lifecycle};
    const lifecycle = new Lifecycle(${log});
    setTimeout(() => {}, 60_000).unref();
    const alive = setInterval(() => {}, 1000);
    ${script}
    await lifecycle.stopRequested;
    clearInterval(alive);
    process.exitCode = lifecycle.exitCode;`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', lines], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: code as number | null, out };
}

it('ends with 0 after a signal, however many come', async () => {
  expect(
    await run(`for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM']) process.kill(process.pid, signal);`),
  ).toEqual({
    code: 0,
    out: '',
  });
});

it.each([
  ['thrown', `setTimeout(() => { throw new TypeError('hunter2'); });`],
  ['rejected', `void Promise.reject(new TypeError('hunter2'));`],
])(
  'ends with 1 after an error that was %s and nobody caught, and logs its class only',
  async (_how, script) => {
    const { code, out } = await run(script);
    expect(code).toBe(1);
    expect(out).toContain('"class":"TypeError"');
    expect(out).not.toContain('hunter2');
  },
);

const CONNECTION_LOST = `
  const { createServer, connect } = await import('node:net');
  const { once } = await import('node:events');
  const server = createServer((socket) => {
    socket.once('close', () => process.kill(process.pid, 'SIGTERM'));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(server.address().port, '127.0.0.1', () => client.resetAndDestroy());
  server.unref();`;

it('goes on after the loss of a connection whose errors nobody listened for, and logs it', async () => {
  expect(await run(CONNECTION_LOST)).toEqual({ code: 0, out: 'uncaught error of a lost connection\n' });
});

it('goes on after a reload that failed', async () => {
  const { code, out } = await run(`
    lifecycle.onReload(() => { setTimeout(() => process.kill(process.pid, 'SIGTERM')); return Promise.reject(new Error('bad')); });
    process.kill(process.pid, 'SIGHUP');`);
  expect({ code, out }).toEqual({
    code: 0,
    out: 'configuration reload rejected; keeping the current configuration\n',
  });
});
