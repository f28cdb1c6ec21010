import { expect, it } from 'vitest';
import { leaseMechanisms } from './lease-mechanisms.ts';
import { plantedTree } from './planted-tree.ts';

const LEASES = { 'server/src/leases/leases.ts': 'const endsAtMs = nowMs + leaseMs;' };

it('counts the files that end leases by themselves', () => {
  const tree = plantedTree({
    ...LEASES,
    'server/src/features/mail/sender.ts':
      'claim(clock.nowMs() + LEASE_MS);\nrenew(clock.nowMs() + LEASE_MS);',
    'server/src/features/mail/lapsed.ts':
      'find(clock.nowMs() - LEASE_MS); new Leases({ leaseMs: LEASE_MS });',
    'server/src/cluster/drawn.ts': 'draw(nowMs + LEASE_MS);',
  });
  expect(leaseMechanisms(tree)[0]?.places).toEqual([
    'server/src/leases/leases.ts:1',
    'server/src/features/mail/sender.ts:1',
  ]);
});

it('cannot count without the one', () => {
  expect(() => leaseMechanisms(plantedTree({}))).toThrow('is gone');
});
