import { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { DOCS_HOME } from '../../strings/docs.ts';
import { shellStrings } from '../../strings/shell.ts';
import { useTheme, type Theme } from '../../ui/theme.ts';
import { showShortcuts } from '../shortcuts/shortcut-sheet-state.ts';
import type { PaletteItem } from './palette-item.ts';

const THEMES: Readonly<Record<Theme, typeof Sun>> = { light: Sun, dark: Moon, system: Monitor };
const { palette: words } = shellStrings;

/** What everybody can do, in the Console and as an operator. */
export function useCommonActions(signOut: () => Promise<void>): readonly PaletteItem[] {
  const [theme, setTheme] = useTheme();
  const others = (Object.keys(THEMES) as Theme[]).filter((one) => one !== theme);
  return [
    ...others.map((one) => ({
      key: `theme-${one}`,
      label: words.themes[one],
      icon: THEMES[one],
      onChoose: () => setTheme(one),
    })),
    {
      key: 'shortcuts',
      label: shellStrings.shortcuts.title,
      icon: Keyboard,
      shortcut: '?',
      onChoose: showShortcuts,
    },
    {
      key: 'documentation',
      label: shellStrings.documentation,
      icon: BookOpen,
      onChoose: () => location.assign(DOCS_HOME),
    },
    { key: 'sign-out', label: shellStrings.signOut, icon: LogOut, onChoose: () => void signOut() },
  ];
}
