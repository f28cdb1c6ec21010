import { DropdownMenu } from 'radix-ui';
import { useMemo, useRef } from 'react';
import { OpenMenuContext, type MenuProps } from './menu.tsx';

const { Item, Label, Separator } = DropdownMenu;

/**
 * Not modal: a modal one locks the page's scrolling by a style element, which the policy refuses. Drawn where it stands, so that it
 * stays within the landmark of its button; its fixed position takes it out of whatever scrolls there. What is chosen happens when the
 * button has the focus again: a dialog that it opens gives it back there. Open from the start, because it is loaded for that.
 */
export function RadixMenu({ trigger, label, align = 'end', children }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const open = useMemo(
    () => ({ Item, Label, Separator, choose: (deed: () => void) => void (chosen.current = deed) }),
    [],
  );
  const doChosen = () => {
    const deed = chosen.current;
    chosen.current = undefined;
    // The button gets the focus later in the same event.
    if (deed) queueMicrotask(deed);
  };
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        aria-label={label}
        align={align}
        onCloseAutoFocus={doChosen}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
      >
        <OpenMenuContext value={open}>{children}</OpenMenuContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
