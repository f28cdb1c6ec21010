import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { Modal } from './modal.tsx';

interface Guard {
  /** What is asked before the dialog closes. Undefined: nothing any more. */
  readonly watch: (question: string | undefined) => void;
  /** Asks it now. False: there is nothing to ask. */
  readonly ask: () => boolean;
  readonly isWatching: () => boolean;
  /** Whether the dialog cannot be closed now. */
  readonly hold: (isHeld: boolean) => void;
  readonly isHeld: () => boolean;
  /** The answer is known. */
  readonly release: () => void;
}

const NOTHING: Guard = {
  watch: () => undefined,
  ask: () => false,
  isWatching: () => false,
  hold: () => undefined,
  isHeld: () => false,
  release: () => undefined,
};

/** Of the dialog around what is shown. */
export const CloseGuard = createContext<Guard>(NOTHING);

/** For a dialog: the question that what it shows wants to have asked first, and when it is asked. */
export function useCloseGuard(onClose: () => void) {
  const question = useRef<string>(undefined);
  const held = useRef(false);
  const [asked, setAsked] = useState<string>();
  const guard = useMemo<Guard>(
    () => ({
      watch: (next) => (question.current = next),
      ask: () => {
        setAsked(question.current);
        return question.current !== undefined;
      },
      isWatching: () => question.current !== undefined,
      hold: (isHeld) => (held.current = isHeld),
      isHeld: () => held.current,
      release: () => {
        question.current = undefined;
        setAsked(undefined);
      },
    }),
    [],
  );
  const requestClose = () => {
    if (!guard.isHeld() && !guard.ask()) onClose();
  };
  return { guard, asked, requestClose, stay: () => setAsked(undefined) };
}

/**
 * For what a dialog shows once: until `question` is undefined, Escape, the cross, the browser's way back and the closing of the tab ask it
 * and lose nothing.
 */
export function useAskBeforeClosing(question: string | undefined): void {
  const guard = useContext(CloseGuard);
  // Once it is answered it stays answered, however often what is shown is drawn again.
  useLayoutEffect(() => {
    guard.watch(question);
    return () => guard.watch(undefined);
  }, [guard, question]);
  useBlocker({ shouldBlockFn: () => guard.ask(), enableBeforeUnload: () => guard.isWatching() });
}

/**
 * Keeps the dialog open while a secret is created: Escape, the close button and going back do nothing. The service would create it anyway,
 * and it is shown only once.
 */
export function useHoldOpen(): (isHeld: boolean) => void {
  const { hold, isHeld } = useContext(CloseGuard);
  // The dialog may show what was made before the form has settled.
  useLayoutEffect(() => () => hold(false), [hold]);
  useBlocker({
    // The dialog itself may lead on.
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE' && isHeld(),
    enableBeforeUnload: isHeld,
  });
  return hold;
}

interface CloseQuestionProps {
  readonly question: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Escape goes back to what is shown, so pressing it twice loses nothing. */
export function CloseQuestion({ question, onStay, onLeave }: CloseQuestionProps) {
  const id = useId();
  return (
    <Modal role="alertdialog" titleId={id} onClose={onStay}>
      <div className="flex flex-col gap-2 p-5">
        <h2 id={id} className="text-base font-semibold">
          {question}
        </h2>
        <p>{uiStrings.shownOnce.lost}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2 px-5 pb-5">
        <Button look="primary" onClick={onStay}>
          {uiStrings.shownOnce.stay}
        </Button>
        <Button onClick={onLeave}>{uiStrings.shownOnce.leave}</Button>
      </div>
    </Modal>
  );
}
