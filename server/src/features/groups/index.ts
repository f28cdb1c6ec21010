/** Named sets of members, for which spend limits may be set (D-ADM-5). */
export { listGroups, readGroup } from './groups.ts';
export { createNamedGroup, changeGroup, removeGroup } from './change-group.ts';
export { addGroupMembers, findGroupIds, insertGroup } from './store.ts';
