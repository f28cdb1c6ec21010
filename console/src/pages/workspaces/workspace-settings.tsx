import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleClientCalls, Workspace } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { Card } from '../../ui/page.tsx';
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { detail: words } = workspaceStrings;

export function WorkspaceSettings({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (change: ConsoleClientCalls['updateWorkspace']['body']) => {
      await call('updateWorkspace', { path: { workspace_id: workspace.id }, body: change });
      await refreshWorkspaces(queries);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.settings}>
      <Form
        refusal={save.error}
        className="max-w-xl"
        onSubmit={(values) => {
          const limit = values('spend').trim();
          const settings = {
            name: values('name'),
            description: values('description'),
            spend_limit_usd: limit === '' ? null : limit,
          };
          save.mutate(changesOf(workspace, settings));
        }}
      >
        <WorkspaceFields workspace={workspace} />
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}

interface WorkspaceFieldsProps {
  readonly workspace: Workspace;
}

function WorkspaceFields({ workspace }: WorkspaceFieldsProps) {
  return (
    <>
      <TextField label={words.name} name="name" defaultValue={workspace.name} required param="name" />
      <TextAreaField
        label={words.description}
        name="description"
        defaultValue={workspace.description}
        rows={2}
        optional
        param="description"
      />
      <TextField
        label={words.spend}
        hint={words.spendHint}
        docs="spendLimits"
        name="spend"
        inputMode="decimal"
        defaultValue={workspace.spend_limit_usd ?? ''}
        optional
        param="spend_limit_usd"
      />
    </>
  );
}
