import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Keys } from '../shortcuts/keys.tsx';
import type { PaletteItem } from './palette-item.ts';

interface PaletteOptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function PaletteOption({ id, item, isChosen, onChoose }: PaletteOptionProps) {
  const { label, detail, icon: Icon, shortcut } = item;
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
      <Icon aria-hidden size={16} className="shrink-0 text-quiet" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="min-w-0 flex-1 truncate text-[13px] text-quiet">{detail}</span>}
      {shortcut && (
        <span aria-hidden className="ml-auto max-sm:hidden">
          <Keys of={shortcut} />
        </span>
      )}
    </div>
  );
}
