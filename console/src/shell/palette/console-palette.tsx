import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../../api/session.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useNavigation } from '../use-navigation.ts';
import type { PaletteProps } from './command-palette.tsx';
import { PaletteBox } from './palette-box.tsx';
import { matching, type PaletteItem } from './palette-item.ts';
import { isRequestId } from './request-id.ts';
import { useConsoleActions } from './use-console-actions.ts';
import { useFound } from './use-found.ts';
import { usePageItems } from './use-page-items.ts';

const { palette: words } = shellStrings;

/** Pages, actions, and whatever the service finds: all of it as this person's role allows. */
export function ConsolePalette({ text, onText, onClose }: PaletteProps) {
  const can = useCan();
  const navigate = useNavigate();
  const pages = usePageItems(useNavigation());
  const actions = useConsoleActions();
  const found = useFound(text);
  const choose = ({ onChoose }: Pick<PaletteItem, 'onChoose'>) => {
    onClose();
    onChoose();
  };
  const openRequest = (requestId: string): boolean => {
    if (!isRequestId(requestId) || !can('usage.read')) return false;
    choose({ onChoose: () => void navigate({ to: '/requests/$requestId', params: { requestId } }) });
    return true;
  };
  return (
    <Dialog title={words.label} open onClose={onClose} atTop>
      <PaletteBox
        placeholder={words.placeholder}
        text={text}
        onText={onText}
        groups={[...matching([pages, actions], text), ...found.groups]}
        isSearching={found.isSearching}
        onChoose={choose}
        onPaste={openRequest}
      />
    </Dialog>
  );
}
