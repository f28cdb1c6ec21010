import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { detail: words } = workspaceStrings;

/** For owners and administrators only (platform contract §5.4). */
export function WorkspaceAddresses({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (ips: string[]) => {
      await call('updateWorkspace', { path: { workspace_id: workspace.id }, body: { allowed_ips: ips } });
      await refreshWorkspaces(queries);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.ips} lead={words.ipsLead}>
      <Form
        refusal={save.error}
        // Entries come back normalised: the field starts over with them.
        key={workspace.allowed_ips.join()}
        className="max-w-xl"
        onSubmit={(values) => save.mutate(linesOf(values('ips')))}
      >
        <LinesField
          label={words.ipsLabel}
          hint={words.ipsHint}
          name="ips"
          lines={workspace.allowed_ips}
          param="allowed_ips"
        />
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}
