import { Monitor, Moon, Sun } from 'lucide-react';
import { shellStrings } from '../strings/shell.ts';
import { MenuItem, MenuLabel } from '../ui/overlay/menu.tsx';
import { useTheme, type Theme } from '../ui/theme.ts';

const THEMES: readonly { readonly value: Theme; readonly icon: typeof Sun }[] = [
  { value: 'system', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
];

/** The part of a menu where one chooses light or dark. */
export function ThemeItems() {
  const [theme, setTheme] = useTheme();
  return (
    <>
      <MenuLabel>{shellStrings.theme.label}</MenuLabel>
      {THEMES.map(({ value, icon }) => (
        <MenuItem key={value} icon={icon} onSelect={() => setTheme(value)}>
          <span className={theme === value ? 'font-semibold' : undefined}>{shellStrings.theme[value]}</span>
        </MenuItem>
      ))}
    </>
  );
}
