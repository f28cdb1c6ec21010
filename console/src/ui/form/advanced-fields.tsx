import { useEffect, useRef, useState, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';

interface AdvancedFieldsProps {
  /** One of them was refused: they are shown. */
  readonly isRefused: boolean;
  /** `isOpen`: what is expensive to offer is loaded only then. */
  readonly children: (isOpen: boolean) => ReactNode;
}

/** Fields that few people need, below the others and folded. A browser's complaint about one of them unfolds them, too. */
export function AdvancedFields({ isRefused, children }: AdvancedFieldsProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isRefused && element.current) element.current.open = true;
  }, [isRefused]);
  return (
    <details
      ref={element}
      className="rounded-lg border border-line"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      // A folded field could not get the focus.
      onInvalidCapture={({ currentTarget }) => (currentTarget.open = true)}
    >
      <summary className="cursor-pointer rounded-lg px-3 py-2 font-medium hover:bg-hover">
        {uiStrings.advanced}
      </summary>
      <div className="flex flex-col gap-4 px-3 pt-2 pb-4">{children(isOpen)}</div>
    </details>
  );
}
