import { useId, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { shellStrings } from '../../strings/shell.ts';
import { controlClass } from '../../ui/form/field.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { PaletteOption } from './palette-option.tsx';

const { palette: words } = shellStrings;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface PaletteBoxProps {
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  /** More may be found yet. */
  readonly isSearching?: boolean;
  readonly onChoose: (item: PaletteItem) => void;
  /** True: the text was taken, and something else done with it. */
  readonly onPaste?: (text: string) => boolean;
}

/**
 * A box to type in and the list it narrows; arrows and Enter choose (the combobox pattern). Not a library's: cmdk sorts and filters by
 * itself, which would have to be switched off for what the service finds, and what is left of it is this.
 */
export function PaletteBox({ groups, text, onText, ...box }: PaletteBoxProps) {
  const id = useId();
  const [position, setPosition] = useState(0);
  const items = groups.flatMap((group) => group.items);
  // What is found later may be less than what the arrows have walked through.
  const at = Math.min(position, Math.max(0, items.length - 1));
  const chosen = items[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && items.length > 0) setPosition((at + step + items.length) % items.length);
    else if (event.key === 'Enter' && chosen) box.onChoose(chosen);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (box.onPaste?.(event.clipboardData.getData('text').trim())) event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <input
        role="combobox"
        aria-label={words.label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${at}`}
        placeholder={box.placeholder}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={controlClass()}
      />
      <PaletteList id={id} groups={groups} chosen={chosen} onChoose={box.onChoose} />
      <p role="status" className="min-h-5 px-2.5 text-[13px] text-quiet">
        {box.isSearching ? words.searching : items.length === 0 && words.none}
      </p>
    </div>
  );
}

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly chosen: PaletteItem | undefined;
  readonly onChoose: (item: PaletteItem) => void;
}

function PaletteList({ id, groups, chosen, onChoose }: PaletteListProps) {
  const items = groups.flatMap((group) => group.items);
  return (
    <div role="listbox" id={`${id}-list`} aria-label={words.label} className="max-h-96 overflow-y-auto">
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <div aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">
            {group.label}
          </div>
          {group.items.map((item) => (
            <PaletteOption
              key={item.key}
              id={`${id}-${items.indexOf(item)}`}
              item={item}
              isChosen={item === chosen}
              onChoose={() => onChoose(item)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
