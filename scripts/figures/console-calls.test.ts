import { describe, expect, it } from 'vitest';
import { consoleCalls } from './console-calls.ts';
import { plantedTree } from './planted-tree.ts';

const TREE = {
  'console/src/api/client.ts': 'export function createClient() {}',
  // The counter of imports needs one through an entry point.
  'contract/src/index.ts': 'export type Key = string;',
  'console/src/api/a.ts': "import type { Key } from '@svc/contract';",
  'console/src/ui/button.ts': 'export const button = 1;',
  'console/src/pages/keys/keys-page.ts': "import { button } from '../../ui/button.ts';",
};
const count = (files: Readonly<Record<string, string>>) =>
  consoleCalls(plantedTree({ ...TREE, ...files })).map(({ places }) => places);

describe('calls and imports of the Console', () => {
  it('are in order', () => {
    expect(count({})).toEqual([[], []]);
  });

  it.each(["call('GET', '/me');", "call<Me>('PUT', path, { body });", 'link(`/console/api/files/${id}`);'])(
    'with path text are found: %s',
    (text) => {
      expect(count({ 'console/src/api/b.ts': text })[0]).toEqual(['console/src/api/b.ts:1']);
    },
  );

  it('against the order are found', () => {
    const [, arrows] = count({
      'console/src/api/b.ts': "import { button } from '../ui/button.ts';",
      'console/src/pages/models/a.ts': "import '../keys/keys-page.ts';",
    });
    expect(arrows).toEqual([
      'console/src/api/b.ts -> console/src/ui/button.ts',
      'console/src/pages/models/a.ts -> console/src/pages/keys/keys-page.ts',
    ]);
  });

  it('cannot be counted without the client', () => {
    expect(() => consoleCalls(plantedTree({}))).toThrow('is gone');
  });
});
