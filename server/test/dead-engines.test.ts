import { expect, it, vi } from 'vitest';
import { freePort } from '#test-kit';
import {
  codeOf,
  installProcessHooks,
  run,
  start,
  upstream,
  writeServiceFiles,
} from './processes/service-process.ts';

vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

const route = (engine: string, priority = 1) => ({ engine, model: 'private-name', priority });

it('/readyz says that an engine is dead and not which, and svc doctor says which', async () => {
  const deadPort = await freePort();
  const dead = { type: 'openai', base_url: `http://127.0.0.1:${deadPort}/v1` };
  const alive = { type: 'openai', base_url: upstream.baseUrl };
  const model = { family: 'svc', pricing: { currency: 'usd', input: 1, output: 1 } };
  const env = writeServiceFiles({
    deployment: {
      engines: { rack: dead, spare: alive },
      models: [
        { ...model, id: 'Svc Standard', default: true, routes: [route('rack')] },
        { ...model, id: 'Svc Pro', routes: [route('rack', 1), route('spare', 2)] },
      ],
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1e9, models: ['Svc Standard', 'Svc Pro'] }],
    },
  });
  const service = await start(env);
  const readyz = async () => {
    const response = await fetch(`${service.url}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  const ask = (name: string) =>
    service.ask(undefined, { model: name, messages: [{ role: 'user', content: 'hello' }], stream: false });
  const doctor = async () => (await run(['doctor'], env)).out;

  expect((await readyz()).text).toContain('"degraded":[]');
  expect(await doctor()).toMatch(/^ok +models +no engine fails its calls$/m);
  // Five failures open the breaker of the route. The other model has a route left, and shares the breaker.
  for (let call = 0; call < 5; call++) expect((await ask('Svc Pro')).status).toBe(200);
  const replaced = await readyz();
  expect([replaced.status, JSON.parse(replaced.text)]).toMatchObject([
    200,
    { status: 'degraded', degraded: ['engines'] },
  ]);
  expect(await codeOf(await ask('Svc Standard'))).toBe('upstream_unavailable');
  const { status, text } = await readyz();
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: 'degraded', degraded: ['engines'], configuration: expect.any(String) as string },
  ]);
  for (const secret of ['rack', 'private-name', '127.0.0.1', String(deadPort), 'Svc Standard'])
    expect(text).not.toContain(secret);
  const out = await doctor();
  expect(out).toMatch(
    /^failed +model Svc Standard +engine rack failed the last calls; no other route is left\.$/m,
  );
  expect(out).toMatch(/^warn +model Svc Pro +engine rack failed the last calls; another route answers\.$/m);
});
