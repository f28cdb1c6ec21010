import { syncBuiltinESMExports } from 'node:module';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeUrl } from './node-listener.ts';

const address = (text: string, more: object = {}) =>
  ({ address: text, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo;
const LOOPBACK = address('127.0.0.1', { internal: true });
const IPV6 = address('2001:db8::1', { family: 'IPv6' });

/** As if the machine had these addresses. */
function onMachineWith(...interfaces: NetworkInterfaceInfo[][]): void {
  vi.spyOn(os, 'networkInterfaces').mockReturnValue(Object.fromEntries(interfaces.entries()));
  syncBuiltinESMExports();
}

describe('where other nodes reach a listener', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it.each(['0.0.0.0', '::'])(
    'is the machine’s first address of its network where it listens at %s',
    (host) => {
      onMachineWith([LOOPBACK], [IPV6, address('10.1.2.3'), address('10.1.2.4')]);
      expect(nodeUrl(host, 8080)).toBe('http://10.1.2.3:8080');
    },
  );

  it('is the machine itself where it has no network of IPv4', () => {
    onMachineWith([LOOPBACK, IPV6]);
    expect(nodeUrl('0.0.0.0', 8080)).toBe('http://127.0.0.1:8080');
  });

  it.each([
    ['10.9.9.9', 'http://10.9.9.9:81'],
    ['node-1.internal', 'http://node-1.internal:81'],
    ['fd00::7', 'http://[fd00::7]:81'],
  ])('is the host where that is %s', (host, url) => {
    onMachineWith([address('10.1.2.3')]);
    expect(nodeUrl(host, 81)).toBe(url);
  });
});
