import type { ConsoleClientCalls } from '@svc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../api/account.ts';
import { meOptions } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Dialog, DialogDone } from '../../ui/overlay/dialog.tsx';
import { ConfirmAppStep } from './confirm-app-step.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';

const { authenticator: words } = profileStrings;

/** Password, then the app and its first code, then the recovery codes: only who has confirmed needs them. */
export function SetUpAuthenticatorDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [setup, setSetup] = useState<ConsoleClientCalls['setUpAuthenticator']['answer']>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const confirmed = () => {
    setIsConfirmed(true);
    void queries.invalidateQueries({ queryKey: meOptions.queryKey });
  };
  return (
    <Dialog title={isConfirmed ? words.codesTitle : words.setUpTitle} open onClose={onClose}>
      {setup === undefined && (
        <PasswordAgainForm
          action={words.next}
          onSubmit={async ({ password }) => setSetup(await account.setUpAuthenticator(password))}
          onCancel={onClose}
        >
          <p>{words.passwordWhy}</p>
        </PasswordAgainForm>
      )}
      {setup !== undefined && !isConfirmed && (
        <ConfirmAppStep uri={setup.uri} onConfirmed={confirmed} onCancel={onClose} />
      )}
      {setup !== undefined && isConfirmed && (
        <div className="flex flex-col gap-4">
          <RecoveryCodesOnce codes={setup.recovery_codes} />
          <DialogDone onDone={onClose}>{words.done}</DialogDone>
        </div>
      )}
    </Dialog>
  );
}
