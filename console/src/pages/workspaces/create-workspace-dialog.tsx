import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { create: words } = workspaceStrings;

export function CreateWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const { name } = await call('createWorkspace', {
          body: { name: values('name'), description: values('description') },
        });
        await refreshWorkspaces(queries);
        toast(words.done(name));
      }}
    >
      <TextField label={words.name} hint={words.nameHint} name="name" required param="name" />
      <TextAreaField label={words.description} name="description" optional param="description" />
    </FormDialog>
  );
}
