import { account } from '../../api/account.ts';
import { profileStrings } from '../../strings/profile.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { ProofFields, proofOf } from './proof-fields.tsx';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';

const { authenticator: words } = profileStrings;

export function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.newCodesTitle}
      submit={words.newCodes}
      rows={{ proof: { render: () => <ProofFields />, read: proofOf } }}
      onSubmit={({ proof }) => account.renewRecoveryCodes(proof)}
      madeTitle={words.codesTitle}
      renderMade={({ recovery_codes: codes }) => <RecoveryCodesOnce codes={codes} />}
      done={words.done}
      onClose={onClose}
    >
      <p>{words.newCodesText}</p>
    </ShownOnceDialog>
  );
}
