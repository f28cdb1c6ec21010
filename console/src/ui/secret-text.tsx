import { CopyButton } from './copy-button.tsx';

interface SecretTextProps {
  readonly secret: string;
  /** Names it to those who hear the copy button. */
  readonly what: string;
  /** By the button or by hand. */
  readonly onCopied?: () => void;
}

/** A secret, to be copied. */
export function SecretText({ secret, what, onCopied }: SecretTextProps) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-edge bg-sunken py-1 pr-1 pl-3">
      <code
        data-secret
        onCopy={onCopied}
        className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all select-all"
      >
        {secret}
      </code>
      <CopyButton text={secret} what={what} {...(onCopied ? { onCopied } : {})} />
    </div>
  );
}
