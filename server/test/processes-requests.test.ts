import { expect, it, vi } from 'vitest';
import { errorReply, MAIN_KEY } from '#test-kit';
import {
  ASK,
  installProcessHooks,
  run,
  start,
  upstream,
  writeServiceFiles,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

it('a killed service loses no record of a call it answered, and svc requests show reads them with the fault of the engine', async () => {
  const env = writeServiceFiles();
  let service = await start(env);
  const idOf = async (response: Response): Promise<string> => {
    await response.text();
    return response.headers.get('x-request-id')!;
  };
  const completed = await idOf(await service.ask(MAIN_KEY, { ...ASK, stream: false }));
  upstream.script(errorReply(500));
  const failed = await idOf(await service.ask(MAIN_KEY, { ...ASK, stream: false }));
  const refused = await idOf(await service.ask(MAIN_KEY, { messages: 'none' }));
  // Answered in a later turn than the end of the call before it.
  await (await fetch(`${service.url}/healthz`)).text();
  await service.end('SIGKILL');
  service = await start(env);
  const show = async (id: string) => {
    const { code, out, err } = await run(['requests', 'show', id], env);
    const facts = out.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+) +(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    });
    return { code, err, ...(Object.fromEntries(facts) as Record<string, string>) };
  };
  await expect.poll(async () => (await show(refused)).code, { timeout: 30_000, interval: 500 }).toBe(0);
  expect(await show(completed)).toMatchObject({ outcome: 'completed', status: '200', streamed: 'false' });
  expect(await show(failed)).toMatchObject({
    outcome: 'failed',
    status: '502',
    error_code: 'upstream_error',
    engine_fault: 'status 500',
  });
  expect(await show('req_unknown')).toMatchObject({ code: 1, err: 'There is no record of req_unknown.\n' });
  expect(await service.end('SIGTERM')).toEqual([0, null]);
  // Without a service, from the database.
  expect(await show(refused)).toMatchObject({ code: 0, outcome: 'refused', status: '400' });
});
