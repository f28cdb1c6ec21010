import type { LucideIcon } from 'lucide-react';
import type { DropdownMenu } from 'radix-ui';
import {
  cloneElement,
  createContext,
  useContext,
  useState,
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names.ts';

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** What an open menu gives to what is in it. */
interface OpenMenu extends Pick<typeof DropdownMenu, 'Item' | 'Label' | 'Separator'> {
  /** Takes what was chosen and does it when the menu is gone. */
  readonly choose: (deed: () => void) => void;
}

/** Only what is in a menu asks for it, and that is drawn when the menu is open. */
export const OpenMenuContext = createContext<OpenMenu | undefined>(undefined);

function useOpenMenu(): OpenMenu {
  const open = useContext(OpenMenuContext);
  if (!open) throw new Error('Parts of a menu belong into one.');
  return open;
}

const load = () => import('./radix-menu.tsx');

/**
 * A button with a menu. The library for menus is loaded when somebody comes near a button, because it is an eighth of what the first page may
 * send; from the first opening on it has the button.
 */
export function Menu(menu: MenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType<MenuProps>>();
  const [isOpening, setIsOpening] = useState(false);
  if (Loaded) return <Loaded {...menu} />;
  const open = () => {
    setIsOpening(true);
    void load().then(
      ({ RadixMenu }) => setLoaded(() => RadixMenu),
      () => setIsOpening(false),
    );
  };
  return cloneElement(menu.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // Keys are not shortcuts of the page meanwhile.
    'aria-busy': isOpening,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
}

interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  onSelect,
  danger = false,
  disabled = false,
  children,
}: MenuItemProps) {
  const { Item, choose } = useOpenMenu();
  return (
    <Item
      onSelect={() => choose(onSelect)}
      disabled={disabled}
      className={classNames(
        'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-disabled:opacity-55 data-highlighted:bg-hover',
        danger ? 'text-danger' : 'text-ink',
      )}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0 opacity-80" />}
      {children}
    </Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = useOpenMenu();
  return <Label className="px-2.5 py-1.5 text-xs text-quiet">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = useOpenMenu();
  return <Separator className="my-1 h-px bg-line" />;
}
