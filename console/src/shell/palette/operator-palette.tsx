import { operatorSignIn } from '../../api/operator-session.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useOperatorNavigation } from '../operator-navigation.ts';
import { useEndSignIn } from '../use-end-sign-in.ts';
import type { PaletteProps } from './command-palette.tsx';
import { PaletteBox } from './palette-box.tsx';
import { matching } from './palette-item.ts';
import { useCommonActions } from './use-common-actions.ts';
import { useFoundOrganizations } from './use-found-organizations.ts';
import { usePageItems } from './use-page-items.ts';

const { palette: words } = shellStrings;

/** Pages, organizations and actions of an operator. */
export function OperatorPalette({ text, onText, onClose }: PaletteProps) {
  const pages = usePageItems(useOperatorNavigation());
  const signOut = useEndSignIn(operatorSignIn.signOut, '/operator/sign-in');
  const actions = { label: words.groups.actions, items: useCommonActions(signOut) };
  const { group, isSearching } = useFoundOrganizations(text.trim());
  return (
    <Dialog title={words.label} open onClose={onClose} atTop>
      <PaletteBox
        placeholder={words.operatorPlaceholder}
        text={text}
        onText={onText}
        groups={[...matching([pages, actions], text), ...(group.items.length > 0 ? [group] : [])]}
        isSearching={isSearching}
        onChoose={({ onChoose }) => {
          onClose();
          onChoose();
        }}
      />
    </Dialog>
  );
}
