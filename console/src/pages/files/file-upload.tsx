import type { Dispatch, SetStateAction } from 'react';
import { DropHint } from './drop-hint.tsx';
import { UploadDialog } from './upload-dialog.tsx';

type Chosen = readonly File[] | undefined;

interface FileUploadProps {
  readonly workspaceId: string;
  /** Undefined: the dialog is closed. */
  readonly files: Chosen;
  readonly onFiles: Dispatch<SetStateAction<Chosen>>;
}

/** The dialog that uploads, which files dropped anywhere on the page open. */
export function FileUpload({ workspaceId, files, onFiles }: FileUploadProps) {
  return (
    <>
      <DropHint onDrop={(dropped) => onFiles((before = []) => [...before, ...dropped])} />
      {files && (
        <UploadDialog
          workspaceId={workspaceId}
          files={files}
          onFiles={onFiles}
          onUploaded={(file) => onFiles((before) => before?.filter((one) => one !== file))}
          onDone={() => onFiles((before) => (before?.length ? before : undefined))}
          onClose={() => onFiles(undefined)}
        />
      )}
    </>
  );
}
