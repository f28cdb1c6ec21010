import { describe, expectTypeOf, it } from 'vitest';
import type { HoldsContent, Module } from './module.ts';

interface OfWorkspaces {
  readonly workspace: NonNullable<Module['workspace']>;
}

// Held by the compiler: `npm run check` fails where one of them may stand for a module, or none.
describe('Module', () => {
  it('D-WORK-3 has no operations on workspaces without saying whether they keep content in a region', () => {
    expectTypeOf<OfWorkspaces>().not.toExtend<Module>();
    expectTypeOf<OfWorkspaces & { readonly holdsContent: HoldsContent }>().toExtend<Module>();
    expectTypeOf<OfWorkspaces & { readonly holdsContent: 'nothing' }>().toExtend<Module>();
  });
});
