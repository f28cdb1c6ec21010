import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeEntries } from './allowlist-entries.ts';
import { IP_ENTRIES_LIMIT, compileIpAllowlist, normalizeIpEntry } from './ip-allowlist.ts';

describe('normalizeIpEntry', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['192.168.1.77/32', '192.168.1.77/32'],
    ['2001:db8:1:2:3::4/48', '2001:db8:1::/48'],
    ['2001:db8::1/128', '2001:db8::1/128'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a01:203/104', '10.0.0.0/8'],
    [' 10.0.0.1 ', '10.0.0.1'],
  ])('KEY-69 keeps %s as %s', (text, entry) => {
    expect(normalizeIpEntry(text)).toBe(entry);
  });

  it('KEY-71 refuses an IPv4 range wider than /8 and takes /8', () => {
    expect(normalizeIpEntry('10.0.0.0/7')).toBeUndefined();
    expect(normalizeIpEntry('0.0.0.0/0')).toBeUndefined();
    expect(normalizeIpEntry('::ffff:0:0/96')).toBeUndefined();
    expect(normalizeIpEntry('10.0.0.0/8')).toBe('10.0.0.0/8');
  });

  it('KEY-72 refuses an IPv6 range wider than /32 and takes /32', () => {
    expect(normalizeIpEntry('2001:db8::/31')).toBeUndefined();
    expect(normalizeIpEntry('::/0')).toBeUndefined();
    expect(normalizeIpEntry('2001:db8::/32')).toBe('2001:db8::/32');
  });

  it.each([
    '',
    'a.test',
    '999.1.1.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '01.2.3.4',
    '1.2.3.4/',
    '1.2.3.4/08',
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/24/24',
    '1.2.3.4/255.255.255.0',
    '::1/129',
    '[::1]',
    'fe80::1%eth0',
    '1.2.3.4:80',
    '::g',
    '1.2.3.4 5',
    '/8',
  ])('KEY-69 refuses %j', (text) => {
    expect(normalizeIpEntry(text)).toBeUndefined();
  });

  it('KEY-69 is stable: what was normalised stays as it is', () => {
    const entry = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.tuple(fc.ipV4(), fc.integer({ min: 8, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
    );
    fc.assert(
      fc.property(entry, (text) => {
        const once = normalizeIpEntry(text);
        if (once !== undefined) expect(normalizeIpEntry(once)).toBe(once);
      }),
    );
  });
});

describe('compileIpAllowlist', () => {
  it('KEY-73 an empty list restricts nothing', () => {
    expect(compileIpAllowlist([]).allows('198.51.100.9')).toBe(true);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:a01:1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', 'a00::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:DB8:0::1', true],
    ['fe80::/64', 'fe80::1%eth0', true],
    ['::/32', '::ffff:10.0.0.1', false],
    ['10.0.0.0/8', 'unknown', false],
    ['10.0.0.0/8', '', false],
    ['not an entry', '10.0.0.1', false],
  ])('KEY-74 the list [%s] and the peer %s: %s', (entry, address, allowed) => {
    expect(compileIpAllowlist([entry]).allows(address)).toBe(allowed);
  });

  it('allows exactly the addresses that share the network bits', () => {
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const dotted = (value: number) =>
      [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
    fc.assert(
      fc.property(word, word, fc.integer({ min: 8, max: 32 }), fc.boolean(), (network, other, bits, near) => {
        // Half of the addresses share the first 16 bits, so that both outcomes occur.
        const address = near ? Math.floor(network / 65_536) * 65_536 + (other % 65_536) : other;
        const block = 2 ** (32 - bits);
        const list = compileIpAllowlist([normalizeIpEntry(`${dotted(network)}/${bits}`)!]);
        expect(list.allows(dotted(address))).toBe(
          Math.floor(network / block) === Math.floor(address / block),
        );
      }),
    );
  });
});

describe('normalizeEntries', () => {
  it('KEY-70 takes 100 entries and refuses the 101st', () => {
    const texts = Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`);
    expect(normalizeEntries(texts.slice(0, 100), IP_ENTRIES_LIMIT, normalizeIpEntry)).toEqual({
      entries: texts.slice(0, 100),
    });
    expect(normalizeEntries(texts, IP_ENTRIES_LIMIT, normalizeIpEntry)).toEqual({ badIndex: 100 });
  });

  it('merges duplicates and tells which entry is bad', () => {
    expect(normalizeEntries(['10.1.1.1/8', '10.0.0.0/8'], 100, normalizeIpEntry)).toEqual({
      entries: ['10.0.0.0/8'],
    });
    expect(normalizeEntries(['10.0.0.1', 'x'], 100, normalizeIpEntry)).toEqual({ badIndex: 1 });
  });
});
