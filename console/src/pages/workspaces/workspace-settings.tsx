import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '@svc/contract';
import { admin } from '../../api/console-api.ts';
import { fieldError } from '../../api/failure.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';

const { detail: words } = workspaceStrings;

export function WorkspaceSettings({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (change: Parameters<typeof admin.updateWorkspace>[1]) => {
      await admin.updateWorkspace(workspace.id, change);
      await refreshWorkspaces(queries);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.settings}>
      <Form
        className="max-w-xl"
        onSubmit={(values) => {
          const limit = values('spend').trim();
          save.mutate({ name: values('name'), description: values('description'), spend_limit_usd: limit === '' ? null : limit });
        }}
      >
        <TextField label={words.name} name="name" defaultValue={workspace.name} required error={fieldError(save.error, 'name')} />
        <TextAreaField
          label={words.description}
          name="description"
          defaultValue={workspace.description}
          rows={2}
          optional
          error={fieldError(save.error, 'description')}
        />
        <TextField
          label={words.spend}
          hint={words.spendHint}
          name="spend"
          inputMode="decimal"
          defaultValue={workspace.spend_limit_usd ?? ''}
          optional
          error={fieldError(save.error, 'spend_limit_usd')}
        />
        <FormError error={save.error} />
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
