import { uiStrings } from '../strings/ui.ts';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';

/** A secret that will never be shown again. It lives in the component that shows it and nowhere else. */
export function SecretOnce({ secret, what }: { readonly secret: string; readonly what: string }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2 rounded-md border border-edge bg-sunken py-1 pr-1 pl-3">
        <code data-secret className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all">
          {secret}
        </code>
        <CopyButton text={secret} what={what} />
      </div>
      <Notice tone="warn">{uiStrings.secretShownOnce}</Notice>
    </div>
  );
}
