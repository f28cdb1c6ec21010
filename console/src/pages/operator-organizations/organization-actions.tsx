import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedOrganization } from '@svc/contract';
import { useState } from 'react';
import { errorSentence } from '../../api/failure.ts';
import { MANAGED_ORGANIZATIONS, updateOrganization } from '../../api/operator-organizations.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { EditOrganizationDialog } from './edit-organization-dialog.tsx';
import { GrantCreditsDialog } from './grant-credits-dialog.tsx';
import { OwnerLinkDialog } from './owner-link-dialog.tsx';

const { organization: words } = operatorStrings;

type Open = 'edit' | 'credits' | 'link' | 'suspend' | undefined;

interface OrganizationProps {
  readonly organization: ManagedOrganization;
}

/** What an operator does with an organization. */
export function OrganizationActions({ organization }: OrganizationProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen('edit')}>{words.edit.action}</Button>
      <Button onClick={() => setOpen('credits')}>{words.grant.action}</Button>
      <Button onClick={() => setOpen('link')}>{words.ownerLink.action}</Button>
      {organization.status === 'active' ? (
        <Button onClick={() => setOpen('suspend')}>{words.suspend.action}</Button>
      ) : (
        <ResumeButton organization={organization} />
      )}
      {open === 'edit' && <EditOrganizationDialog organization={organization} onClose={close} />}
      {open === 'credits' && <GrantCreditsDialog organizationId={organization.id} onClose={close} />}
      {open === 'link' && <OwnerLinkDialog organizationId={organization.id} onClose={close} />}
      {open === 'suspend' && <SuspendDialog organization={organization} onClose={close} />}
    </div>
  );
}

function useStatus(id: string) {
  const queries = useQueryClient();
  return async (status: ManagedOrganization['status'], done: string) => {
    await updateOrganization(id, { status });
    await refresh(queries, MANAGED_ORGANIZATIONS);
    toast(done);
  };
}

function SuspendDialog({ organization: { id, name }, onClose }: OrganizationProps & { onClose: () => void }) {
  const setStatus = useStatus(id);
  return (
    <ConfirmDialog
      title={words.suspend.title(name)}
      open
      onClose={onClose}
      onConfirm={() => setStatus('suspended', words.suspend.done)}
      action={words.suspend.action}
    >
      <p>{words.suspend.text}</p>
    </ConfirmDialog>
  );
}

function ResumeButton({ organization: { id } }: OrganizationProps) {
  const setStatus = useStatus(id);
  const resume = useMutation({
    mutationFn: () => setStatus('active', words.resume.done),
    onError: (cause) => toast(errorSentence(cause), 'danger'),
  });
  return (
    <Button look="primary" busy={resume.isPending} onClick={() => resume.mutate()}>
      {words.resume.action}
    </Button>
  );
}
