import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@svc/contract';
import { useState } from 'react';
import { createGroup, GROUPS, updateGroup } from '../../api/groups.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { groupStrings as words } from '../../strings/members.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

interface GroupDialogProps {
  /** Absent: a new one. */
  readonly group?: Group;
  readonly onClose: () => void;
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const queries = useQueryClient();
  // Members who are not among the choices stay in the group.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(group?.user_ids));
  return (
    <FormDialog
      title={group ? words.edit.title(group.name) : words.create.title}
      submit={group ? words.edit.submit : words.create.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const settings = { name: values('name').trim(), user_ids: [...chosen].toSorted() };
        await (group
          ? updateGroup(
              group.id,
              changesOf({ name: group.name, user_ids: group.user_ids.toSorted() }, settings),
            )
          : createGroup(settings));
        await queries.invalidateQueries({ queryKey: GROUPS });
        toast(group ? words.edit.done : words.create.done(settings.name));
      }}
    >
      <TextField
        label={words.name}
        name="name"
        defaultValue={group?.name}
        maxLength={100}
        required
        param="name"
      />
      <MemberChoice chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

interface MemberChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function MemberChoice({ chosen, onChange }: MemberChoiceProps) {
  const { data: users = [], error } = useQuery(userChoicesOptions);
  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(chosen);
    if (isIn) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{words.members}</legend>
      <FormError error={error} />
      <div className="flex max-h-64 flex-col gap-2.5 overflow-y-auto">
        {users.map(({ id, name, email }) => (
          <CheckField
            key={id}
            label={name}
            hint={email}
            checked={chosen.has(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
