import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '@svc/contract';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { archive: words } = workspaceStrings;

export function ArchiveCard({ workspace }: { readonly workspace: Workspace }) {
  return (
    <Card title={words.title}>
      {workspace.archived_at === null ? (
        <Archive workspace={workspace} />
      ) : (
        <Unarchive workspace={workspace} />
      )}
    </Card>
  );
}

function Archive({ workspace: { id, name } }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const archive = async () => {
    await call('archiveWorkspace', { path: { workspace_id: id } });
    await refreshWorkspaces(queries);
    toast(words.done);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-quiet">{words.hint}</p>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        {words.action}
      </Button>
      <ConfirmDialog
        title={words.ask(name)}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={archive}
        action={words.submit}
        typed={name}
      >
        <p>{words.text}</p>
      </ConfirmDialog>
    </div>
  );
}

function Unarchive({ workspace: { id } }: { readonly workspace: Workspace }) {
  const queries = useQueryClient();
  const unarchive = useMutation({
    mutationFn: async () => {
      await call('unarchiveWorkspace', { path: { workspace_id: id } });
      await refreshWorkspaces(queries);
      toast(words.backDone);
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-quiet">{words.backHint}</p>
        <Button busy={unarchive.isPending} onClick={() => unarchive.mutate()}>
          {words.back}
        </Button>
      </div>
      <FormError error={unarchive.error} />
    </div>
  );
}
