import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { IconButton } from './button.tsx';
import { toast } from './overlay/toast.tsx';

const SAID_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** Names it to those who hear the button. */
  readonly what: string;
  readonly onCopied?: () => void;
}

export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
      setTimeout(() => setCopied(false), SAID_MS);
    } catch {
      toast(uiStrings.copyFailed, 'danger');
    }
  };
  return (
    <>
      <IconButton
        label={uiStrings.copyNamed(what)}
        icon={copied ? Check : Copy}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied && uiStrings.copied}
      </span>
    </>
  );
}

/** An id or another exact value, with its copy button. */
export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code className="min-w-0 truncate font-mono text-[13px]">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
