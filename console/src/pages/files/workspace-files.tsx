import type { FileObject, Me } from '@svc/contract';
import { Files, Upload } from 'lucide-react';
import { useState } from 'react';
import { fileList, type FileFilters } from '../../api/files.ts';
import { usePagedList } from '../../api/pages.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { DropHint } from './drop-hint.tsx';
import { fileColumns } from './file-columns.tsx';
import { FileFilterFields } from './file-filter-fields.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { QuotaCard } from './quota-card.tsx';
import { UploadDialog } from './upload-dialog.tsx';

const idOf = (file: FileObject) => file.id;
const areProcessed = (files: readonly FileObject[]) => files.some(({ status }) => status === 'processing');

interface WorkspaceFilesProps {
  readonly workspace: Me['workspaces'][number];
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
  readonly filters: FileFilters;
}

export function WorkspaceFiles({ workspace, workspaces, filters }: WorkspaceFilesProps) {
  const list = usePagedList(fileList(workspace.id, filters), areProcessed);
  /** What is to be uploaded while the dialog is open. */
  const [chosen, setChosen] = useState<readonly File[]>();
  const [previewed, setPreviewed] = useState<FileObject>();
  const [deleted, setDeleted] = useState<FileObject>();
  const upload = (
    <Button look="primary" icon={Upload} onClick={() => setChosen([])}>
      {words.upload.action}
    </Button>
  );
  const isFiltered = filters.purpose !== undefined || filters.status !== undefined;
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={Files} title={words.empty.title} action={upload}>
      {isFiltered ? words.empty.filtered : words.empty.text}
    </EmptyState>
  );
  const columns = fileColumns({ onPreview: setPreviewed, onDelete: setDeleted });
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && upload}>
      <FileFilterFields workspace={workspace.id} workspaces={workspaces} filters={filters} />
      <QuotaCard workspaceId={workspace.id} />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      <DropHint onDrop={(files) => setChosen((before = []) => [...before, ...files])} />
      {chosen && (
        <UploadDialog
          workspaceId={workspace.id}
          files={chosen}
          onFiles={setChosen}
          onUploaded={(file) => setChosen((before) => before?.filter((one) => one !== file))}
          onDone={() => setChosen((before) => (before?.length ? before : undefined))}
          onClose={() => setChosen(undefined)}
        />
      )}
      {previewed && <PreviewDialog file={previewed} onClose={() => setPreviewed(undefined)} />}
      {deleted && <DeleteFileDialog file={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}
