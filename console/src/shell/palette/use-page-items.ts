import { useNavigate } from '@tanstack/react-router';
import { shellStrings } from '../../strings/shell.ts';
import type { NavigationGroup } from '../navigation.ts';
import { goTo } from '../shortcuts/go-to.ts';
import type { PaletteGroup } from './palette-item.ts';

/** The pages of a navigation. */
export function usePageItems(navigation: readonly NavigationGroup[]): PaletteGroup {
  const navigate = useNavigate();
  const entries = navigation.flatMap((group) => group.entries);
  return {
    label: shellStrings.palette.groups.pages,
    items: entries.map(({ path, title, icon, key }) => ({
      key: path,
      label: title,
      icon,
      ...(key === undefined ? {} : { shortcut: goTo(key) }),
      onChoose: () => void navigate({ to: path }),
    })),
  };
}
