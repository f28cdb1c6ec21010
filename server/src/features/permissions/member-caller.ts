import type { PersonCaller } from '#features/module';
import type { EffectiveRoles } from './effective-roles.ts';

/** A member of the organization, with the roles they have in it. */
export interface MemberCaller extends PersonCaller {
  readonly roles: EffectiveRoles;
}
