import { useState } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { Notice } from './notice.tsx';
import { useAskBeforeClosing } from './overlay/close-guard.tsx';
import { SecretText } from './secret-text.tsx';

const { shownOnce: words } = uiStrings;

interface SecretOnceProps {
  readonly secret: string;
  /** Names it to those who hear the copy button. */
  readonly what: string;
  readonly kind: keyof typeof words.questions;
}

/**
 * A secret that will never be shown again. It lives in the component that shows it and nowhere else. The dialog around it does not close
 * without a question until the secret has been copied, by the button or by hand.
 */
export function SecretOnce({ secret, what, kind }: SecretOnceProps) {
  const [isCopied, setIsCopied] = useState(false);
  useAskBeforeClosing(isCopied ? undefined : words.questions[kind]);
  return (
    <div className="flex flex-col gap-3">
      <SecretText secret={secret} what={what} onCopied={() => setIsCopied(true)} />
      <Notice tone="warn">{words.hint}</Notice>
    </div>
  );
}
