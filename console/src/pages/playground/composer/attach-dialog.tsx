import type { FileObject } from '@svc/contract';
import { Files, Plus } from 'lucide-react';
import { useState } from 'react';
import { fileList } from '../../../api/files.ts';
import { usePagedList } from '../../../api/pages.ts';
import { fileStrings } from '../../../strings/files.ts';
import { playgroundStrings } from '../../../strings/playground.ts';
import { IconButton } from '../../../ui/button.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/form/text-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { TwoLines } from '../../../ui/two-lines.tsx';
import type { AttachedFile } from './attached-file.ts';
import { UploadField } from './upload-field.tsx';

const { attach: words } = playgroundStrings;
const idOf = (file: FileObject) => file.id;

function attachColumns(onChoose: (file: AttachedFile) => void): readonly Column<FileObject>[] {
  return [
    {
      header: fileStrings.columns.name,
      cell: ({ filename, bytes }) => <TwoLines first={filename} second={formatBytes(bytes)} />,
    },
    {
      header: fileStrings.columns.actions,
      width: 'w-16',
      hiddenHeader: true,
      align: 'right',
      cell: (file) => (
        <IconButton label={words.choose(file.filename)} icon={Plus} onClick={() => onChoose(file)} />
      ),
    },
  ];
}

interface AttachDialogProps {
  readonly workspaceId: string;
  readonly onChoose: (file: AttachedFile) => void;
  readonly onClose: () => void;
}

/** Chooses one of the workspace's files that a message can be about. */
export function AttachDialog({ workspaceId, onChoose, onClose }: AttachDialogProps) {
  const [purpose, setPurpose] = useState<'document' | 'vision'>('document');
  const list = usePagedList(fileList(workspaceId, { purpose, status: 'ready' }));
  const columns = attachColumns(onChoose);
  const empty = (
    <EmptyState icon={Files} title={fileStrings.empty.title}>
      {words.empty}
    </EmptyState>
  );
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <div className="flex flex-col gap-4">
        <UploadField workspaceId={workspaceId} onUploaded={onChoose} />
        <SelectField
          label={fileStrings.columns.purpose}
          value={purpose}
          onChange={({ target }) => setPurpose(target.value as 'document' | 'vision')}
        >
          <option value="document">{words.documents}</option>
          <option value="vision">{words.images}</option>
        </SelectField>
        <DataTable label={fileStrings.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      </div>
    </Dialog>
  );
}
