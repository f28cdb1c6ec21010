import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admitted, rawConnector } from './raw-connector.ts';
import { startTunnelsFixture, type TunnelsFixture } from './tunnels-fixture.ts';

let fixture: TunnelsFixture;
let port: number;
beforeAll(async () => {
  fixture = await startTunnelsFixture();
  port = fixture.service.port;
});
afterAll(() => fixture.stop());

const newToken = async (): Promise<string> =>
  (await fixture.tunnel({ allowed_targets: ['http://inside/mcp'] })).connector_token!;

describe('a connector that', () => {
  it('pings more often than a connector has reason to is closed, and others are not', async () => {
    const [quick, calm] = [await admitted(port, await newToken()), await admitted(port, await newToken())];
    const pongs = new Promise<void>((resolve) => {
      let count = 0;
      calm.socket.on('pong', () => ++count === 50 && resolve());
    });
    for (let i = 0; i < 50; i++) calm.socket.ping();
    for (let i = 0; i < 500; i++) quick.socket.ping();
    expect(await quick.closed()).toBe(1006);
    await pongs;
    expect(calm.socket.readyState).toBe(calm.socket.OPEN);
    expect(fixture.service.logLines.join('\n')).toContain('too many pings');
  });

  it('says nothing after its upgrade keeps out others of its own tunnel only', async () => {
    const token = await newToken();
    const silent = Array.from({ length: 30 }, () => rawConnector(port, token));
    const refused = new Promise<void>((resolve) => {
      let count = 0;
      for (const one of silent)
        void one.closed().then((code) => code === 1013 && ++count === 10 && resolve());
    });
    await refused;
    const other = await admitted(port, await newToken());
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    for (const one of silent) one.socket.terminate();
    // Those that have left no longer count.
    await vi.waitFor(async () => {
      const again = await admitted(port, token);
      again.socket.terminate();
    });
  });
});
