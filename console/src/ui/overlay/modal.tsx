import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ModalProps {
  /** Id of the heading that names it. */
  readonly titleId: string;
  /** Asked for by the Escape key, or by what stands for it on a phone. */
  readonly onClose: () => void;
  readonly role?: 'alertdialog';
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus, gives it back, and makes the rest inert without a style of its own,
 * which the policy would refuse. A click beside it does not close it, because that loses what was typed.
 */
export function Modal({ titleId, onClose, role, wide = false, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Here and not in `cancel`: of two in a row the browser lets a page prevent only the first.
    event.preventDefault();
    onClose();
  };
  return (
    // What is pressed in it comes up to it: it has no key of its own but Escape, as the element itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The browser closed it all the same. Whether it goes is for the owner to say, who was asked.
        if (event.target === element.current) element.current.showModal();
      }}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] scroll-pt-16 scroll-pb-24 overflow-y-auto wrap-anywhere rounded-xl border border-line bg-raised p-0 text-ink shadow-raised',
        wide ? 'max-w-2xl' : 'max-w-lg',
      )}
    >
      {children}
    </dialog>
  );
}

/** What the dialog was opened with may have gone with what it did, such as the row that was deleted. */
function focusPageIfLost(): void {
  if (document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true });
}
