import type { DirectoryGroup, DirectoryGroupPreview } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { DIRECTORY_GROUPS } from '../../api/directory-sync.ts';
import { USERS } from '../../api/people.ts';
import { GrantFields, type Grant } from '../../resources/roles/grant-fields.tsx';
import { MappedRoleField } from '../../resources/roles/mapped-role-field.tsx';
import { RoleChanges } from '../../resources/roles/role-changes.tsx';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { roleMappingStrings } from '../../strings/role-mapping.ts';
import { ReviewedDialog } from '../../ui/form/reviewed-dialog.tsx';

const { groups: words } = directorySyncStrings;

interface GroupRolesDialogProps {
  readonly group: DirectoryGroup;
  readonly onClose: () => void;
}

/** What a group gives. Whose role changes is shown before it is saved. */
export function GroupRolesDialog({ group, onClose }: GroupRolesDialogProps) {
  const [role, setRole] = useState(group.role);
  const [grants, setGrants] = useState<readonly Grant[]>(group.workspaces);
  const path = { directory_group_id: group.id };
  return (
    <ReviewedDialog
      title={words.editTitle(group.display_name)}
      words={roleMappingStrings}
      save={words.save}
      onReview={() => call('previewDirectoryGroup', { path, body: { role } })}
      renderReview={(preview) => <Review preview={preview} />}
      onSave={() => call('updateDirectoryGroup', { path, body: { role, workspaces: [...grants] } })}
      refreshes={[DIRECTORY_GROUPS, USERS]}
      done={words.saved}
      onClose={onClose}
    >
      <p>{words.editLead}</p>
      <MappedRoleField role={role} onChange={setRole} />
      <fieldset>
        <legend className="mb-1.5 font-medium">{words.workspaces}</legend>
        <GrantFields grants={grants} onChange={setGrants} />
      </fieldset>
    </ReviewedDialog>
  );
}

function Review({ preview }: { readonly preview: DirectoryGroupPreview }) {
  const { members, member_count: all, changed_count: changed } = preview;
  const rows = members.map(({ user_id: id, email, name, role_before: before, role: after }) => ({
    id,
    email,
    name,
    before,
    after,
  }));
  return (
    <>
      <p>{roleMappingStrings.reviewLead}</p>
      <p className="text-[13px] text-quiet">
        {all === 0 ? words.noMembers : roleMappingStrings.summary(all, changed)}{' '}
        {members.length < all && roleMappingStrings.shown(members.length)}
      </p>
      {all > 0 && <RoleChanges label={words.reviewList} rows={rows} />}
    </>
  );
}
