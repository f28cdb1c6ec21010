/** Named sets of members, for which spend limits may be set (D-ADM-5). */
export { addGroupMembers, findGroupIds, insertGroup } from './store.ts';
export { groupsModule } from './groups-module.ts';
