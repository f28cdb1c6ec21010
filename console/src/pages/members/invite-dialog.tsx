import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRole } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { INVITES } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { inviteStrings, workspaceRoleStrings } from '../../strings/members.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { FieldRows } from '../../ui/form/rows/field-rows.tsx';
import { readRows, type Row } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { HeldInvite } from './held-invite.tsx';
import { useRoleRow } from './use-role-row.ts';

const { create: words } = inviteStrings;

interface InviteDialogProps {
  readonly onClose: () => void;
}

export function InviteDialog({ onClose }: InviteDialogProps) {
  const queries = useQueryClient();
  const { sends_mail: sendsMail } = useMe();
  const [invited, setInvited] = useState<string>();
  const rows = {
    email: textRow({ label: words.email, type: 'email', autoComplete: 'off' }),
    role: useRoleRow(words.role, 'developer'),
    workspaces: useWorkspacesRow(),
  };
  const invite = useMutation({
    mutationFn: async (values: FormValues) => {
      const body = readRows(rows, values);
      await call('createInvite', { body });
      await queries.invalidateQueries({ queryKey: INVITES });
      return body.email;
    },
    onSuccess(email) {
      if (!sendsMail) return setInvited(email);
      toast(words.done(email));
      onClose();
    },
  });
  return (
    <Dialog title={invited === undefined ? words.title : words.held.title} open onClose={onClose}>
      {invited === undefined ? (
        <Form onSubmit={invite.mutate} refusal={invite.error}>
          <FieldRows rows={rows} />
          <FormError error={invite.error} />
          <DialogActions>
            <Button onClick={onClose}>{uiStrings.cancel}</Button>
            <Button type="submit" look="primary" busy={invite.isPending}>
              {sendsMail ? words.submit : words.submitHeld}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <HeldInvite email={invited} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface WorkspaceAccess {
  readonly workspace_id: string;
  readonly role: WorkspaceRole;
}

function useWorkspacesRow(): Row<WorkspaceAccess[]> {
  const { workspaces } = useMe();
  return {
    render: () => <Workspaces />,
    read: (values) =>
      workspaces
        .map(({ id }) => ({ workspace_id: id, role: values(`in-${id}`) }))
        .filter((one): one is WorkspaceAccess => one.role !== ''),
  };
}

function Workspaces() {
  const { workspaces } = useMe();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{words.workspaces}</legend>
      <p className="text-[13px] text-quiet">{words.workspacesHint}</p>
      {workspaces.map(({ id, name, is_default: isDefault }) => (
        <SelectField
          key={id}
          label={words.workspaceRole(name)}
          name={`in-${id}`}
          defaultValue={isDefault ? 'workspace_developer' : ''}
        >
          <option value="">{words.none}</option>
          <ValueOptions of={workspaceRoleStrings} />
        </SelectField>
      ))}
    </fieldset>
  );
}
