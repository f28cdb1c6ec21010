import { createOwnerLink, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { ownerLink: words } = operatorStrings.organization;
const ROWS = {
  email: emptyAs(
    undefined,
    textRow({ label: words.email, hint: words.emailHint, type: 'email', optional: true }),
  ),
};

interface OwnerLinkDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

export function OwnerLinkDialog({ organizationId, onClose }: OwnerLinkDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      look="danger"
      rows={ROWS}
      onSubmit={(body) => createOwnerLink(organizationId, body)}
      refreshes={[MANAGED_ORGANIZATIONS]}
      madeTitle={words.madeTitle}
      renderMade={({ email, url }) => (
        <>
          <p>{words.made(email)}</p>
          <SecretOnce secret={url} what={words.what} kind="link" />
        </>
      )}
      done={words.done}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ShownOnceDialog>
  );
}
