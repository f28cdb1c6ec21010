import { useQuery } from '@tanstack/react-query';
import type { Group } from '@svc/contract';
import { createGroup, GROUPS, updateGroup } from '../../api/groups.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { groupStrings as words } from '../../strings/members.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { idsRow } from '../../ui/form/rows/ids-row.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

interface GroupDialogProps {
  /** Absent: a new one. */
  readonly group?: Group;
  readonly onClose: () => void;
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { data: users = [], error } = useQuery(userChoicesOptions);
  return (
    <FormDialog
      title={group ? words.edit.title(group.name) : words.create.title}
      submit={group ? words.edit.submit : words.create.submit}
      rows={{
        name: textRow({ label: words.name, initial: group?.name, maxLength: 100 }),
        user_ids: idsRow({
          legend: words.members,
          of: users.map(({ id, name, email }) => ({ id, name, more: email })),
          initial: group?.user_ids ?? [],
          error,
        }),
      }}
      onSubmit={(settings) =>
        group
          ? updateGroup(
              group.id,
              changesOf({ name: group.name, user_ids: group.user_ids.toSorted() }, settings),
            )
          : createGroup(settings)
      }
      refreshes={[GROUPS]}
      done={group ? words.edit.done : ({ name }) => words.create.done(name)}
      onClose={onClose}
    />
  );
}
