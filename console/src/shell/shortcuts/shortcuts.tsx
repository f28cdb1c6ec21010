import { lazy, Suspense } from 'react';
import type { NavigationGroup } from '../navigation.ts';
import { useShortcutState } from './shortcut-sheet-state.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
);

/** Listens for shortcuts, and shows the list of them when it is asked for. */
export function Shortcuts({ navigation }: { readonly navigation: readonly NavigationGroup[] }) {
  useShortcuts(navigation);
  const { isSheetOpen } = useShortcutState();
  return (
    isSheetOpen && (
      <Suspense fallback={null}>
        <ShortcutSheet navigation={navigation} />
      </Suspense>
    )
  );
}
