import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';

/** At least one address of every row of IANA's two special-purpose registries, and the forms that carry another address. */
const SPECIAL = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local, cloud metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'shared (carrier NAT)': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'IETF protocol assignments': [
    '192.0.0.1',
    '192.0.0.8',
    '192.0.0.170',
    '2001::1',
    '2001:1::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:20::1',
    '2001:30::1',
  ],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'AS112 and relays': ['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '2620:4f:8000::1'],
  'multicast, reserved, broadcast': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    'ff0e::1',
  ],
  'discard, segment routing, site-local': ['100::1', '100:0:0:1::1', '5f00::1', 'fec0::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8', '::7f00:1'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a9fe:a9fe'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1'],
  Teredo: ['2001:0:7f00:1::1'],
  'outside the global eighth': ['4000::1', '8000::1', '1::1'],
  'with a zone': ['fe80::1%eth0'],
  'not an address': ['', 'localhost', '127.0.0.1/8', '1.2.3.4.5', '12345'],
};

describe('the address policy', () => {
  it.each(
    Object.entries(SPECIAL).flatMap(([kind, addresses]) =>
      addresses.map((address) => [kind, address] as const),
    ),
  )('D-53 blocks %s: %s', (_kind, address) => {
    expect(createAddressPolicy([])(address)).toBe('blocked');
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '2620:4f:7fff::1',
  ])('lets %s pass', (address) => {
    expect(createAddressPolicy([])(address)).toBe('public');
  });

  it('opens what the operator lists, and nothing beside it', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', '::1']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', '::1', '10.2.0.1', '127.0.0.1', '8.8.8.8'].map(policy)).toEqual([
      'private',
      'private',
      'private',
      'blocked',
      'blocked',
      'public',
    ]);
  });
});
