import { useState } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';
import { useAskBeforeClosing } from './overlay/close-guard.tsx';

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
  const copied = () => setIsCopied(true);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2 rounded-md border border-edge bg-sunken py-1 pr-1 pl-3">
        <code
          data-secret
          onCopy={copied}
          className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} what={what} onCopied={copied} />
      </div>
      <Notice tone="warn">{words.hint}</Notice>
    </div>
  );
}
