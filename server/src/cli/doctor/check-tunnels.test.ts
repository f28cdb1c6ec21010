import { describe, expect, it } from 'vitest';
import { evaluateTunnels } from './check-tunnels.ts';

const alone = { hasClusterSecret: false, isShared: false };

describe('tunnels in svc doctor', () => {
  it('are fine on one node, and on several with a cluster_secret', () => {
    expect(evaluateTunnels({ tunnels: 0, nodes: 0 }, { ...alone, isShared: true })).toMatchObject({
      state: 'off',
    });
    expect(evaluateTunnels({ tunnels: 2, nodes: 1 }, alone)).toMatchObject({
      state: 'ok',
      detail: '2, with connectors online at 1 node',
    });
    expect(
      evaluateTunnels({ tunnels: 2, nodes: 2 }, { hasClusterSecret: true, isShared: true }),
    ).toMatchObject({ state: 'ok', detail: '2, with connectors online at 2 nodes' });
  });

  it('D-TUN-13 are a warning where several nodes cannot send calls to each other', () => {
    const warning = { state: 'warn', detail: expect.stringContaining('cluster_secret') };
    expect(evaluateTunnels({ tunnels: 1, nodes: 0 }, { ...alone, isShared: true })).toMatchObject(warning);
    expect(evaluateTunnels({ tunnels: 1, nodes: 2 }, alone)).toMatchObject(warning);
  });
});
