import { describe, expect, it } from 'vitest';
import { ConnectionRegistry } from '../connections/connection-registry.ts';
import { ConnectionChooser, type RemoteConnection, type Tried } from './choose-connection.ts';

const remote: readonly RemoteConnection[] = [
  { id: 'a1', nodeUrl: 'http://a', inflight: 0 },
  { id: 'a2', nodeUrl: 'http://a', inflight: 0 },
  { id: 'b1', nodeUrl: 'http://b', inflight: 9 },
];
const tried = (connections: string[], nodes: string[]): Tried => ({
  connections: new Set(connections),
  nodes: new Set(nodes),
});

describe('the choice of a connection', () => {
  const choose = (what: Tried): string | undefined =>
    new ConnectionChooser(new ConnectionRegistry()).choose('tunnel_1', remote, what)?.id;

  it('TUN-47 is the one with the fewest calls in progress', () => {
    expect(choose(tried([], []))).toBe('a1');
  });

  it('D-TUN-14 is at another node when one has lost a call: its other connections are lost too', () => {
    expect(choose(tried(['a1'], ['http://a']))).toBe('b1');
  });

  it('D-TUN-14 is at a node that lost a call when no other has a connection', () => {
    expect(choose(tried(['a1', 'b1'], ['http://a']))).toBe('a2');
    expect(choose(tried(['a1', 'a2', 'b1'], ['http://a', 'http://b']))).toBeUndefined();
  });
});
