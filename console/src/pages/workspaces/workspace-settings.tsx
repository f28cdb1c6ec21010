import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { FieldRows } from '../../ui/form/rows/field-rows.tsx';
import { emptyAs, readRows } from '../../ui/form/rows/row.ts';
import { longTextRow, textRow, usdRow } from '../../ui/form/rows/text-rows.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { detail: words } = workspaceStrings;

export function WorkspaceSettings({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const rows = settingRows(workspace);
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const body = changesOf(workspace, readRows(rows, values));
      await call('updateWorkspace', { path: { workspace_id: workspace.id }, body });
      await refreshWorkspaces(queries);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.settings}>
      <Form refusal={save.error} className="max-w-xl" onSubmit={save.mutate}>
        <FieldRows rows={rows} />
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}

function settingRows({ name, description, spend_limit_usd: limit }: Workspace) {
  const spend = usdRow({
    label: words.spend,
    hint: words.spendHint,
    docs: 'spendLimits',
    initial: limit,
    optional: true,
  });
  return {
    name: textRow({ label: words.name, initial: name }),
    description: longTextRow({ label: words.description, initial: description, rows: 2, optional: true }),
    spend_limit_usd: emptyAs(null, spend),
  };
}
