import { describe, expectTypeOf, it } from 'vitest';
import type { OrganizationScope } from '#store';
import type { AccessScope } from './access-scope.ts';

// Held by the compiler: `npm run check` fails where one of the two may stand for the other.
describe('AccessScope', () => {
  it('D-CONS-4 is no scope of a whole organization, nor can one stand for it', () => {
    expectTypeOf<OrganizationScope>().not.toExtend<AccessScope>();
    expectTypeOf<AccessScope>().not.toExtend<OrganizationScope>();
    expectTypeOf<{
      readonly organization: OrganizationScope;
      readonly access: 'unrestricted';
    }>().not.toExtend<AccessScope>();
  });
});
