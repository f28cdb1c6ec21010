import {
  DirectoryGroupPreview,
  directoryGroupPreview,
  MemberOrigin,
} from '../../schemas/console/directory.ts';
import { changesNothing } from '../changes-nothing.ts';
import { consoleOperation } from './console-operation.ts';

/** What the Console shows of directory sync beside the mirrored operations. */
export const CONSOLE_DIRECTORY_OPERATIONS = [
  changesNothing(
    consoleOperation({
      id: 'previewDirectoryGroup',
      method: 'POST',
      path: '/console/api/directory_groups/{directory_group_id}/role_preview',
      summary: 'Compute which roles a directory group would give its members',
      permission: 'owners.manage',
      body: directoryGroupPreview,
      response: DirectoryGroupPreview,
      errors: ['directory_group_not_found'],
    }),
  ),
  consoleOperation({
    id: 'readMemberOrigin',
    method: 'GET',
    path: '/console/api/users/{user_id}/origin',
    summary: 'Read how a member signs in, and where their role comes from',
    permission: 'members.manage',
    response: MemberOrigin,
    errors: ['user_not_found'],
  }),
] as const;
