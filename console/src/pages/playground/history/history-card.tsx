import { X } from 'lucide-react';
import { useState } from 'react';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Card } from '../../../ui/page.tsx';
import { formatAgo } from '../../../ui/text/format-time.ts';
import type { KeptConversation } from './history.ts';
import type { History } from './use-history.ts';

const { history: words } = playgroundSetupStrings;

interface HistoryCardProps {
  /** Undefined where nothing may be kept. */
  readonly history: History | undefined;
  readonly onOpen: (conversation: KeptConversation) => void;
}

export function HistoryCard({ history, onOpen }: HistoryCardProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  if (!history) return <Card title={words.title}>{words.retention}</Card>;
  const { kept, remove, removeAll } = history;
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={kept.length > 0 && <Button onClick={() => setIsRemoving(true)}>{words.removeAll}</Button>}
    >
      {kept.length === 0 && <p className="text-quiet">{words.empty}</p>}
      <ul className="flex max-h-72 flex-col overflow-y-auto">
        {kept.map((conversation) => (
          <li key={conversation.id} className="flex items-center gap-1">
            <button
              type="button"
              className="min-w-0 flex-1 rounded-md px-2 py-1.5 text-left -outline-offset-2 hover:bg-hover"
              onClick={() => onOpen(conversation)}
            >
              <span className="block truncate">{conversation.title}</span>
              <span className="block truncate text-[13px] text-quiet">
                {formatAgo(new Date(conversation.savedAtMs).toISOString())}
              </span>
            </button>
            <IconButton
              label={words.remove(conversation.title)}
              icon={X}
              onClick={() => remove(conversation.id)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={words.removeAllTitle}
        open={isRemoving}
        action={words.removeAll}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => Promise.resolve(removeAll())}
      >
        <p>{words.removeAllText}</p>
      </ConfirmDialog>
    </Card>
  );
}
