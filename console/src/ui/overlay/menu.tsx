import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { createContext, useCallback, useContext, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** Takes what was chosen and does it when the menu is gone. */
const Choose = createContext<(deed: () => void) => void>((deed) => deed());

/**
 * Not modal: a modal one locks the page's scrolling by a style element, which the policy refuses. Drawn where it stands, so that it
 * stays within the landmark of its button; its fixed position takes it out of whatever scrolls there. What is chosen happens when the
 * button has the focus again: a dialog that it opens gives it back there.
 */
export function Menu({ trigger, label, align = 'end', children }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const choose = useCallback((deed: () => void) => {
    chosen.current = deed;
  }, []);
  const doChosen = () => {
    const deed = chosen.current;
    chosen.current = undefined;
    // The button gets the focus later in the same event.
    if (deed) queueMicrotask(deed);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        aria-label={label}
        align={align}
        onCloseAutoFocus={doChosen}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
      >
        <Choose value={choose}>{children}</Choose>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
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
  const choose = useContext(Choose);
  return (
    <DropdownMenu.Item
      onSelect={() => choose(onSelect)}
      disabled={disabled}
      className={classNames(
        'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-disabled:opacity-55 data-highlighted:bg-hover',
        danger ? 'text-danger' : 'text-ink',
      )}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0 opacity-80" />}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-xs text-quiet">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
