import { useQuery } from '@tanstack/react-query';
import type { SsoConnection } from '@svc/contract';
import { ssoRolePreviewOptions, SSO_CONNECTIONS, updateSsoConnection } from '../../api/single-sign-on.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

const { activate: words } = singleSignOnStrings;
const NO_ROWS = {};

interface ActivateDialogProps {
  readonly connection: SsoConnection;
  readonly onClose: () => void;
}

/** Says who gets another role before it is turned on. */
export function ActivateDialog({ connection: { id, name, domains }, onClose }: ActivateDialogProps) {
  const { data: preview } = useQuery(ssoRolePreviewOptions(id));
  return (
    <FormDialog
      title={words.title(name)}
      submit={words.action}
      rows={NO_ROWS}
      onSubmit={() => updateSsoConnection(id, { status: 'active' })}
      refreshes={[SSO_CONNECTIONS, ['organization']]}
      done={words.done}
      onClose={onClose}
    >
      <p>{words.text(domains.join(', '))}</p>
      {preview && preview.changed_count > 0 && (
        <Notice tone="warn">{words.changed(preview.changed_count)}</Notice>
      )}
      {preview?.tester?.outcome.status === 'refused' && <Notice tone="warn">{words.refused}</Notice>}
    </FormDialog>
  );
}
