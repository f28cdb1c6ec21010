import { useSuspenseQuery } from '@tanstack/react-query';
import type { SsoConnection } from '@svc/contract';
import { domainsOptions, SSO_CONNECTIONS, updateSsoConnection } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { editRows, updateOf } from './connection-rows.tsx';

const { form: words } = singleSignOnStrings;

interface EditConnectionDialogProps {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

export function EditConnectionDialog({ connection, onClose }: EditConnectionDialogProps) {
  const { data: domains } = useSuspenseQuery(domainsOptions);
  return (
    <FormDialog
      title={words.editTitle}
      submit={words.save}
      rows={editRows(connection, domains)}
      onSubmit={(values) => updateSsoConnection(connection.id, updateOf(connection, values))}
      refreshes={[SSO_CONNECTIONS]}
      done={words.saved}
      onClose={onClose}
    >
      {connection.status === 'active' && <Notice tone="warn">{words.draftAgain}</Notice>}
    </FormDialog>
  );
}
