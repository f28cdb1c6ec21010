import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button, IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Asked for by the cross and the Escape key. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/**
 * The browser's own modal dialog: it keeps the focus, gives it back, and makes the rest inert without a style of its own,
 * which the policy would refuse. A click beside it does not close it, because that loses what was typed.
 */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && <OpenDialog {...dialog} />;
}

function OpenDialog({ title, onClose, children, wide = false }: Omit<DialogProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the drawing, and above all before it is taken out of the page: the browser gives the focus back only of one that is still there.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Not the cross, which comes first: what there is to fill in, or the way back from what is to be confirmed.
    const begin =
      dialog?.querySelector<HTMLElement>('input:not([hidden]), textarea, select') ??
      dialog?.querySelector('form button');
    if (begin instanceof HTMLElement) begin.focus();
    return () => {
      dialog?.close();
      queueMicrotask(focusPageIfLost);
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] wrap-anywhere rounded-xl border border-line bg-raised p-0 text-ink shadow-raised',
        wide ? 'max-w-2xl' : 'max-w-lg',
      )}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={id} className="min-w-0 text-base font-semibold">
          {title}
        </h2>
        <IconButton label={uiStrings.close} icon={X} onClick={onClose} />
      </div>
      <div className="p-5">{children}</div>
    </dialog>
  );
}

/** What the dialog was opened with may have gone with what it did, such as the row that was deleted. */
function focusPageIfLost(): void {
  if (document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true });
}

/** The row of buttons at the end of a dialog's form. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}

/** The only button of a dialog that has shown what was made. */
export function DialogDone({
  onDone,
  children,
}: {
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DialogActions>
      <Button look="primary" onClick={onDone}>
        {children}
      </Button>
    </DialogActions>
  );
}
