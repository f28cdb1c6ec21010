import { CopyButton } from './copy-button.tsx';

/** Text to copy into a terminal or a program. */
export function CodeBlock({ code, what }: { readonly code: string; readonly what: string }) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken in-[.card]:border-0">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 pr-12 font-mono text-[13px] leading-relaxed"
      >
        <code>{code}</code>
      </pre>
      <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
