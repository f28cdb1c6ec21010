import { useState } from 'react';
import { profileStrings } from '../../strings/profile.ts';
import { uiStrings } from '../../strings/ui.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAskBeforeClosing } from '../../ui/overlay/close-guard.tsx';

const { authenticator: words } = profileStrings;

interface RecoveryCodesOnceProps {
  readonly codes: readonly string[];
}

export function RecoveryCodesOnce({ codes }: RecoveryCodesOnceProps) {
  const [isCopied, setIsCopied] = useState(false);
  useAskBeforeClosing(isCopied ? undefined : uiStrings.shownOnce.questions.codes);
  const copied = () => setIsCopied(true);
  return (
    <>
      <p>{words.codesText}</p>
      <div className="flex items-start gap-2 rounded-md border border-edge bg-sunken p-3">
        <ul
          aria-label={words.codes}
          onCopy={copied}
          className="grid flex-1 grid-cols-1 gap-x-6 gap-y-1 font-mono text-[13px] sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} what={words.copyAll} onCopied={copied} />
      </div>
      <Notice tone="warn">{uiStrings.shownOnce.hint}</Notice>
    </>
  );
}
