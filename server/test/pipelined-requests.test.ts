import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const MAX_WAITING = 16;

let service: RunningService;
beforeAll(async () => {
  service = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }),
    provisioning: oneOrganization(),
  });
});
afterAll(() => service.stop());

/**
 * Sends all requests at once. Returns the response statuses until this many arrived or the connection was
 * closed.
 */
async function statusesOf(requests: string, expected: number): Promise<number[]> {
  const socket = connect(service.port, '127.0.0.1');
  let text = '';
  const statuses = (): number[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (statuses().length === expected) socket.end();
  });
  socket.on('error', () => undefined).write(requests);
  await once(socket, 'close');
  return statuses();
}

describe('pipelined requests', () => {
  it('are answered in order', async () => {
    const unknown = REQUEST.replace('/healthz', '/unknown');
    const expected = [200, 404, ...Array.from({ length: MAX_WAITING - 1 }, () => 200)];
    const requests = REQUEST + unknown + REQUEST.repeat(MAX_WAITING - 1);
    expect(await statusesOf(requests, MAX_WAITING + 1)).toEqual(expected);
  });

  it('are refused beyond a maximum number, and their connection is closed', async () => {
    const served = Array.from({ length: MAX_WAITING + 1 }, () => 200);
    expect(await statusesOf(REQUEST.repeat(5000), 5000)).toEqual([...served, 400]);
  });

  it('are counted anew after the responses were sent', async () => {
    for (let i = 0; i < 3; i++)
      expect(await statusesOf(REQUEST.repeat(MAX_WAITING), MAX_WAITING)).not.toContain(400);
  });
});
