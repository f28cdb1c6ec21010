import { call } from '../../api/console-api.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SigningSecret } from '../../ui/signing-secret.tsx';

const { rotate: words, secret: secretWords } = inferenceHookStrings;

export function RotateHookSecretDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.action}
      rows={{}}
      onSubmit={() => call('rotateInferenceHookSecret')}
      madeTitle={secretWords.rotatedTitle}
      renderMade={(made) => (
        <SigningSecret
          words={secretWords}
          secret={made.signing_secret}
          previousUntil={made.previous_secret_expires_at}
        />
      )}
      done={secretWords.done}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ShownOnceDialog>
  );
}
