import { Command } from 'cmdk';
import { Keys } from '../shortcuts/keys.tsx';
import type { PaletteItem } from './palette-item.ts';

interface PaletteOptionProps {
  readonly item: PaletteItem;
  readonly onChoose: () => void;
}

export function PaletteOption({ item, onChoose }: PaletteOptionProps) {
  const { key, label, detail, icon: Icon, shortcut } = item;
  return (
    <Command.Item
      value={key}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 hover:bg-hover data-[selected=true]:bg-hover"
    >
      <Icon aria-hidden size={16} className="shrink-0 text-quiet" />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="min-w-0 flex-1 truncate text-[13px] text-quiet">{detail}</span>}
      {shortcut && (
        <span aria-hidden className="ml-auto max-sm:hidden">
          <Keys of={shortcut} />
        </span>
      )}
    </Command.Item>
  );
}
