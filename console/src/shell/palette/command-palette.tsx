import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { shellStrings } from '../../strings/shell.ts';
import { PendingPalette } from './pending-palette.tsx';
import { usePreload } from './use-preload.ts';

/** `⌘` where the keyboard has it. */
export const isMac = /mac/i.test(navigator.platform);

export interface PaletteProps {
  /** What has been typed so far, some of it perhaps before the palette was loaded. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** A palette that is loaded on its own, because it is a twentieth of what the first page may send. */
interface LazyPalette {
  readonly load: () => Promise<unknown>;
  readonly Palette: ComponentType<PaletteProps>;
}

/** Opened by a button, and by Ctrl K or ⌘ K. Until the palette is loaded, a plain field collects what is typed. */
export function CommandPalette({ palette: { load, Palette } }: { readonly palette: LazyPalette }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const open = () => {
    setText('');
    setIsOpen(true);
  };
  useOpenKey(open);
  usePreload(load);
  const palette = { text, onText: setText, onClose: () => setIsOpen(false) };
  return (
    <>
      <button
        type="button"
        onClick={open}
        className="mb-4 flex min-h-9 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-quiet hover:bg-hover"
      >
        <Search aria-hidden size={16} />
        <span className="flex-1 text-left">{shellStrings.palette.open}</span>
        <kbd className="font-sans text-xs max-md:hidden">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen &&
        // Not where the button is: in a narrow window that is folded away.
        createPortal(
          <Suspense fallback={<PendingPalette {...palette} />}>
            <Palette {...palette} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

function useOpenKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    // What an open dialog holds would be left behind.
    if (!document.querySelector('dialog[open]')) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Of somebody in the Console. */
export const consolePalette = lazyPalette(async () => (await import('./console-palette.tsx')).ConsolePalette);

/** Of an operator. */
export const operatorPalette = lazyPalette(
  async () => (await import('./operator-palette.tsx')).OperatorPalette,
);

function lazyPalette(load: () => Promise<ComponentType<PaletteProps>>): LazyPalette {
  return { load, Palette: lazy(async () => ({ default: await load() })) };
}
