import { Command } from 'cmdk';
import type { ClipboardEvent } from 'react';
import { shellStrings } from '../../strings/shell.ts';
import { controlClass } from '../../ui/form/control-class.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { PaletteOption } from './palette-option.tsx';

const { palette: words } = shellStrings;

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

/** A box to type in and the list it narrows. What is listed was filtered before: the service finds by its own rules. */
export function PaletteBox({ groups, text, onText, ...box }: PaletteBoxProps) {
  const onPaste = (event: ClipboardEvent) => {
    if (box.onPaste?.(event.clipboardData.getData('text').trim())) event.preventDefault();
  };
  return (
    <Command
      label={words.label}
      shouldFilter={false}
      vimBindings={false}
      loop
      className="flex flex-col gap-2"
    >
      <Command.Input
        placeholder={box.placeholder}
        value={text}
        onValueChange={onText}
        onPaste={onPaste}
        className={controlClass()}
      />
      <Command.List label={words.label} className="max-h-96 overflow-y-auto">
        {groups.map((group) => (
          <Command.Group key={group.label} value={group.label} heading={<GroupHeading label={group.label} />}>
            {group.items.map((item) => (
              <PaletteOption key={item.key} item={item} onChoose={() => box.onChoose(item)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="min-h-5 px-2.5 text-[13px] text-quiet">
        {box.isSearching ? words.searching : groups.every(({ items }) => items.length === 0) && words.none}
      </p>
    </Command>
  );
}

function GroupHeading({ label }: { readonly label: string }) {
  return <span className="block px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">{label}</span>;
}
