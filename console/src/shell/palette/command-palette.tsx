import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { shellStrings } from '../../strings/shell.ts';

/** `⌘` where the keyboard has it. */
export const isMac = /mac/i.test(navigator.platform);

export interface PaletteProps {
  readonly onClose: () => void;
}

/** Opened by a button, and by Ctrl K or ⌘ K. What is in it is loaded then. */
export function CommandPalette({ palette: Palette }: { readonly palette: ComponentType<PaletteProps> }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      // What an open dialog holds would be left behind.
      if (!document.querySelector('dialog[open]')) setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="mb-4 flex min-h-9 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-quiet hover:bg-hover"
      >
        <Search aria-hidden size={16} />
        <span className="flex-1 text-left">{shellStrings.palette.open}</span>
        <kbd className="font-sans text-xs max-md:hidden">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen &&
        // Not where the button is: in a narrow window that is folded away.
        createPortal(
          <Suspense fallback={null}>
            <Palette onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Of somebody in the Console. */
export const ConsolePalette = lazy(() =>
  import('./console-palette.tsx').then((module) => ({ default: module.ConsolePalette })),
);

/** Of an operator. */
export const OperatorPalette = lazy(() =>
  import('./operator-palette.tsx').then((module) => ({ default: module.OperatorPalette })),
);
