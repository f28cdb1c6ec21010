import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAIN_KEY, oneOrganization, startRunningService, type RunningService } from '#test-kit';

let service: RunningService;
beforeAll(async () => {
  service = await startRunningService({ provisioning: oneOrganization() });
});
afterAll(() => service?.stop());

const HOST = ['Host', 'svc.test'];
const KEY = ['Authorization', `Bearer ${MAIN_KEY}`];

async function get(path: string, headers: readonly string[]): Promise<IncomingMessage> {
  const sent = request({ port: service.port, path, headers, agent: false });
  const responded = once(sent, 'response');
  sent.end();
  const [response] = (await responded) as [IncomingMessage];
  return response;
}

it.each([
  ['Host', ['host', 'other.test']],
  ['Host', HOST],
  ['Origin', ['Origin', 'https://a.test', 'origin', 'https://b.test']],
  ['Content-Type', ['Content-Type', 'text/plain', 'Content-Type', 'application/json']],
])('ERR-13 refuses a second %s header (%s), on paths outside the contract too', async (name, more) => {
  for (const path of ['/v1/models', '/readyz', '/nothing']) {
    const response = await get(path, [...HOST, ...KEY, ...more]);
    expect(response.statusCode).toBe(400);
    expect(response.headers.connection).toBe('close');
    expect(await json(response)).toMatchObject({
      error: { code: 'invalid_request', message: `Send the ${name} header only once.` },
    });
  }
});

it('accepts each of them once, and other headers twice', async () => {
  const response = await get('/v1/models', [
    ...HOST,
    ...KEY,
    'Origin',
    'https://a.test',
    'X-Twice',
    '1',
    'X-Twice',
    '2',
  ]);
  expect(response.statusCode).toBe(200);
  response.resume();
});
