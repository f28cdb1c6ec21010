import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/console-api.ts';
import { organizationOptions } from '../../api/organization.ts';
import { refresh } from '../../api/pages.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Card } from '../../ui/page.tsx';

const { required: words } = singleSignOnStrings;

/** The switch, and what it takes, before somebody is refused. */
export function RequiredCard() {
  const { data: organization } = useSuspenseQuery(organizationOptions);
  const [isAsking, setAsking] = useState(false);
  const { required: isRequired, enabled: isEnabled } = organization.sso;
  return (
    <Card
      title={words.title}
      lead={words.lead}
      docs="ssoRequired"
      actions={
        (isEnabled || isRequired) && (
          <Button onClick={() => setAsking(true)}>{isRequired ? words.turnOff : words.turnOn}</Button>
        )
      }
    >
      <div className="flex flex-col gap-2">
        <div>
          <Badge tone={isRequired ? 'good' : 'neutral'}>{isRequired ? words.on : words.off}</Badge>
        </div>
        {!isRequired && <p className="text-quiet">{words.conditions}</p>}
      </div>
      {isAsking && <RequiredDialog isRequired={isRequired} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface RequiredDialogProps {
  readonly isRequired: boolean;
  readonly onClose: () => void;
}

function RequiredDialog({ isRequired, onClose }: RequiredDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    await call('updateOrganization', { body: { sso: { required: !isRequired } } });
    toast(words.done);
    await refresh(queries, organizationOptions.queryKey);
  };
  return (
    <ConfirmDialog
      title={isRequired ? words.offTitle : words.onTitle}
      open
      onClose={onClose}
      onConfirm={confirm}
      action={isRequired ? words.offAction : words.onAction}
    >
      <p>{isRequired ? words.offText : words.onText}</p>
      {!isRequired && <p>{words.conditions}</p>}
    </ConfirmDialog>
  );
}
