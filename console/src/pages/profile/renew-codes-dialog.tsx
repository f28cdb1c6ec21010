import { useState } from 'react';
import { account } from '../../api/account.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';

const { authenticator: words } = profileStrings;

export function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Dialog title={codes ? words.codesTitle : words.newCodesTitle} open onClose={onClose}>
      {codes ? (
        <RecoveryCodesOnce codes={codes} onDone={onClose} />
      ) : (
        <PasswordAgainForm
          action={words.newCodes}
          onSubmit={async (proof) => setCodes((await account.renewRecoveryCodes(proof)).recovery_codes)}
          onCancel={onClose}
        >
          <p>{words.newCodesText}</p>
        </PasswordAgainForm>
      )}
    </Dialog>
  );
}
