import type { LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  /** Quieter, behind the label: what tells it from others of its name. */
  readonly detail?: string;
  readonly icon: LucideIcon;
  /** Keys that do the same. */
  readonly shortcut?: string;
  /** After the palette is closed. */
  readonly onChoose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** Of each group what has all the words, in any case and order. Groups without any are left out. */
export function matching(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, detail = '' }: PaletteItem) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word));
  return groups
    .map((group) => ({ ...group, items: group.items.filter(matches) }))
    .filter(({ items }) => items.length > 0);
}
