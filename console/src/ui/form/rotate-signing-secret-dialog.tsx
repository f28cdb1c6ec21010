import type { ComponentProps } from 'react';
import { SigningSecret } from '../signing-secret.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

interface RotatedSecret {
  readonly signing_secret: string;
  readonly previous_secret_expires_at: string;
}

interface RotateSigningSecretDialogProps {
  readonly words: {
    readonly rotate: Readonly<Record<'title' | 'text' | 'action', string>>;
    readonly secret: ComponentProps<typeof SigningSecret>['words'] &
      Readonly<Record<'rotatedTitle' | 'done', string>>;
  };
  readonly onRotate: () => Promise<RotatedSecret>;
  readonly onClose: () => void;
}

export function RotateSigningSecretDialog({ words, onRotate, onClose }: RotateSigningSecretDialogProps) {
  const { rotate, secret } = words;
  return (
    <ShownOnceDialog
      title={rotate.title}
      submit={rotate.action}
      rows={{}}
      onSubmit={onRotate}
      madeTitle={secret.rotatedTitle}
      renderMade={(made) => (
        <SigningSecret
          words={secret}
          secret={made.signing_secret}
          previousUntil={made.previous_secret_expires_at}
        />
      )}
      done={secret.done}
      onClose={onClose}
    >
      <p>{rotate.text}</p>
    </ShownOnceDialog>
  );
}
