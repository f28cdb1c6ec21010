import { describe, expect, it } from 'vitest';
import { plantedTree } from './planted-tree.ts';
import { platformFiles } from './platform-files.ts';

describe('platform files', () => {
  it('are those that name an operation, or import from a feature with a module', () => {
    const tree = plantedTree(
      {
        'server/src/platform/answers.ts': `import { listKeys } from '#features/keys';\nconst answers = { listKeys: (scope) => 1, readKey };`,
        'server/src/platform/more.ts': `import '#features/keys';\nconst narrowed = { listKeys: (scope) => 2 };`,
        'server/src/platform/open-keys.ts': 'export const openKeys = 1;',
        'server/src/platform/app-services.ts': 'export type AppServices = {\n  readonly keys: 1;\n};\n',
        'server/src/features/keys/keys-module.ts': 'export const keysModule = 1;',
        'server/src/features/groups/groups-module.ts': 'export const groupsModule = 1;',
      },
      ['listKeys', 'createKey'],
    );
    const [operations, modules, opened, lines] = platformFiles(tree);
    expect(operations?.value).toBe('at least 0, median 2, at most 2');
    expect(operations?.places).toEqual([
      'listKeys: server/src/platform/answers.ts server/src/platform/more.ts',
      'createKey: ',
    ]);
    expect(modules?.value).toBe('at least 0, median 2, at most 2');
    expect([opened?.value, opened?.places]).toEqual([1, ['server/src/platform/open-keys.ts']]);
    expect(lines?.value).toBe(3);
  });

  it('cannot be counted without AppServices', () => {
    const files = {
      'server/src/platform/service.ts': '',
      'server/src/features/keys/keys-module.ts': 'export const keysModule = 1;',
    };
    expect(() => platformFiles(plantedTree(files))).toThrow('adapt the counter');
  });

  it('cannot be counted when the folder has another name', () => {
    expect(() => platformFiles(plantedTree({ 'server/src/app/main.ts': '' }))).toThrow('are gone');
  });
});
