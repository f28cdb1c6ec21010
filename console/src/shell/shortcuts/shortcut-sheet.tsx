import { shellStrings } from '../../strings/shell.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import type { NavigationGroup } from '../navigation.ts';
import { isMac } from '../palette/command-palette.tsx';
import { goTo } from './go-to.ts';
import { Keys } from './keys.tsx';
import { hideShortcuts, switchShortcuts, useShortcutState } from './shortcut-sheet-state.ts';

const { shortcuts: words } = shellStrings;

/** Every shortcut that this person has, and the switch for those of one key. */
export function ShortcutSheet({ navigation }: { readonly navigation: readonly NavigationGroup[] }) {
  const { isOn } = useShortcutState();
  const pages = navigation.flatMap(({ entries }) => entries);
  return (
    <Dialog title={words.title} open onClose={hideShortcuts}>
      <div className="flex flex-col gap-5">
        <CheckField
          label={words.on}
          hint={words.onHint}
          checked={isOn}
          onChange={({ target }) => switchShortcuts(target.checked)}
        />
        <ShortcutList
          title={words.everywhere}
          shortcuts={[
            { label: words.search, keys: isMac ? '⌘K' : 'Ctrl+K' },
            { label: words.sheet, keys: '?' },
          ]}
        />
        <ShortcutList
          title={words.goTo}
          shortcuts={pages.flatMap(({ title, key }) => (key ? [{ label: title, keys: goTo(key) }] : []))}
        />
      </div>
    </Dialog>
  );
}

interface ShortcutListProps {
  readonly title: string;
  readonly shortcuts: readonly { readonly label: string; readonly keys: string }[];
}

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {shortcuts.map(({ label, keys }) => (
          <div key={keys} className="flex min-h-8 items-center justify-between gap-4 border-b border-line">
            <dt>{label}</dt>
            <dd>
              <Keys of={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
