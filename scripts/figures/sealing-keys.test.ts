import { expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { sealingKeys } from './sealing-keys.ts';

const RING = { 'server/src/sealing/sealing-ring.ts': 'new SealingKey(material);' };

it('counts the keys that are made outside of the ring', () => {
  const tree = plantedTree({
    ...RING,
    'server/src/mail/link-seal.ts': "const key =\n  new AeadBox(dataKey, 'svc links');",
    'server/src/mail/other.ts': "ring.keysFor('svc links').ofDeployment();",
  });
  expect(sealingKeys(tree)[0]?.places).toEqual(['server/src/mail/link-seal.ts:2']);
});

it('cannot count without the ring', () => {
  expect(() => sealingKeys(plantedTree({}))).toThrow('is gone');
});
