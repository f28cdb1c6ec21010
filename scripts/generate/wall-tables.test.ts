import { expect, it } from 'vitest';
import type { Folder } from '../walls/table.ts';
import { importTable } from './wall-tables.ts';

const folder = (name: string, more: Partial<Folder> = {}): Folder => ({
  name,
  path: `server/src/${name}`,
  entryPoint: null,
  mayImport: [],
  ...more,
});

it('the table of imports has one row for all features, and one for folders that may import the same', () => {
  const table = importTable([
    folder('contract', { path: 'contract', packages: ['zod'] }),
    folder('kit', { mayImport: ['contract'] }),
    folder('protocol', { path: 'connector/src/protocol', mayImport: ['contract'], packages: [] }),
    folder('threads'),
    folder('features/a', { mayImport: ['kit'] }),
    folder('features/b', { mayImport: ['kit', 'features/a', 'protocol'] }),
    folder('pipelines', { mayImport: ['kit', 'features/a', 'features/b'], typesOnly: ['threads'] }),
    folder('cli', { mayImport: 'everything' }),
    folder('bench', { path: 'bench' }),
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| contract | nothing; of packages only zod |',
    '| kit | contract |',
    '| protocol (`connector/src/protocol`) | contract; no packages |',
    '| threads, bench | nothing |',
    '| features | kit, earlier features; b also protocol |',
    '| pipelines | kit, features; types of threads |',
    '| cli | everything |',
  ]);
});
