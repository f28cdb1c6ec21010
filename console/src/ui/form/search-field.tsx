import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { controlClass } from './control-class.ts';
import { useDraftText } from './use-draft-text.ts';

const PAUSE_MS = 250;
const MAX_CHARACTERS = 200;

interface SearchFieldProps {
  readonly label: string;
  /** What is searched in. */
  readonly placeholder: string;
  /** What is searched for now. */
  readonly value: string;
  /** Called when somebody has paused typing, or pressed Enter. */
  readonly onSearch: (text: string) => void;
}

export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { draft, type, expect } = useDraftText(value);
  const text = draft ?? value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const searchIn = (typed: string, pauseMs: number) => {
    type(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      expect(typed.trim());
      onSearch(typed.trim());
    }, pauseMs);
  };
  return (
    <div className="relative min-w-0 grow md:max-w-80 md:min-w-56">
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-quiet"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={MAX_CHARACTERS}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => searchIn(target.value, PAUSE_MS)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') searchIn(text, 0);
        }}
        className={classNames(controlClass(), 'h-9 pl-8 text-[13px]')}
      />
    </div>
  );
}
