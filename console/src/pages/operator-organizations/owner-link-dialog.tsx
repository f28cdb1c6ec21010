import { createOwnerLink, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { ownerLink: words } = operatorStrings.organization;

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
      onSubmit={(values) => {
        const email = values('email').trim();
        return createOwnerLink(organizationId, email === '' ? {} : { email });
      }}
      refreshes={MANAGED_ORGANIZATIONS}
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
      <TextField
        label={words.email}
        hint={words.emailHint}
        name="email"
        type="email"
        optional
        param="email"
      />
    </ShownOnceDialog>
  );
}
