import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { playgroundStrings } from '../../../strings/playground.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { AttachDialog } from './attach-dialog.tsx';
import type { AttachedFile } from './attached-file.ts';

const { attach: words } = playgroundStrings;

interface AttachmentsProps {
  readonly workspaceId: string;
  readonly files: readonly AttachedFile[];
  readonly onFiles: (files: readonly AttachedFile[]) => void;
}

/** The files that the next message is about. */
export function Attachments({ workspaceId, files, onFiles }: AttachmentsProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = (file: AttachedFile) => {
    if (!files.some(({ id }) => id === file.id)) onFiles([...files, file]);
    setIsChoosing(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={Paperclip} onClick={() => setIsChoosing(true)}>
        {words.action}
      </Button>
      {files.map((file) => (
        <span key={file.id} className="flex max-w-full items-center rounded-md bg-sunken pl-2.5">
          <span className="truncate">{file.filename}</span>
          <IconButton
            label={words.remove(file.filename)}
            icon={X}
            onClick={() => onFiles(files.filter(({ id }) => id !== file.id))}
          />
        </span>
      ))}
      {isChoosing && (
        <AttachDialog workspaceId={workspaceId} onChoose={choose} onClose={() => setIsChoosing(false)} />
      )}
    </div>
  );
}
