import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { shellStrings } from '../strings/shell.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { controlClass } from '../ui/form/field.tsx';
import type { NavigationEntry } from './navigation.ts';
import { useNavigation } from './use-navigation.ts';

const isMac = /mac/i.test(navigator.platform);

/** Any page by its name: Ctrl K, or ⌘ K. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mb-4 flex min-h-9 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-quiet hover:bg-hover"
      >
        <Search aria-hidden size={16} />
        <span className="flex-1 text-left">{shellStrings.palette.open}</span>
        <kbd className="font-sans text-xs max-md:hidden">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <Dialog title={shellStrings.palette.label} open={open} onClose={() => setOpen(false)}>
        <PageChooser onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** A box to type in and the list it narrows; arrows and Enter choose (the combobox pattern). */
function PageChooser({ onChosen }: { readonly onChosen: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const entries = useNavigation().flatMap((group) => group.entries);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const found = entries.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const go = (entry: NavigationEntry | undefined) => {
    if (!entry) return;
    onChosen();
    void navigate({ to: entry.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setPosition((position + step + found.length) % found.length);
    else if (event.key === 'Enter') go(found[position]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <input
        role="combobox"
        aria-label={shellStrings.palette.label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${position}` : undefined}
        placeholder={shellStrings.palette.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
        className={controlClass()}
      />
      <PageList id={id} entries={found} position={position} onChoose={go} />
      {found.length === 0 && <p className="text-quiet">{shellStrings.palette.none}</p>}
    </div>
  );
}

interface PageListProps {
  readonly id: string;
  readonly entries: readonly NavigationEntry[];
  readonly position: number;
  readonly onChoose: (entry: NavigationEntry) => void;
}

function PageList({ id, entries, position, onChoose }: PageListProps) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={shellStrings.palette.label}
      className="max-h-80 overflow-y-auto"
    >
      {entries.map((entry, index) => (
        <PageOption
          key={entry.to}
          id={`${id}-${index}`}
          entry={entry}
          isChosen={index === position}
          onChoose={() => onChoose(entry)}
        />
      ))}
    </div>
  );
}

interface PageOptionProps {
  readonly id: string;
  readonly entry: NavigationEntry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PageOption({ id, entry: { label, icon: Icon }, isChosen, onChoose }: PageOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The box has the focus and its keys; the list only shows, and takes the mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 hover:bg-hover',
        isChosen && 'bg-hover',
      )}
    >
      <Icon aria-hidden size={16} className="text-quiet" />
      {label}
    </div>
  );
}
