import type { FileObject } from '@svc/contract';
import { Files, Upload } from 'lucide-react';
import { useState } from 'react';
import { fileList } from '../../api/files.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { WorkspaceListPage } from '../../ui/workspace-list-page.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { fileColumns } from './file-columns.tsx';
import { FileFilterFields } from './file-filter-fields.tsx';
import { FileUpload } from './file-upload.tsx';
import { filesRoute } from './files-route.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { QuotaCard } from './quota-card.tsx';

const areProcessed = (files: readonly FileObject[]) => files.some(({ status }) => status === 'processing');

export function FilesPage() {
  const { workspace: chosen, ...filters } = filesRoute.useSearch();
  const { workspace, workspaces } = useChosenWorkspace('files.manage', chosen);
  /** What is to be uploaded while the dialog is open. */
  const [uploads, setUploads] = useState<readonly File[]>();
  const [previewed, setPreviewed] = useState<FileObject>();
  const [deleted, setDeleted] = useState<FileObject>();
  return (
    <WorkspaceListPage
      words={words}
      icon={Files}
      owner={workspace}
      listOf={(workspaceId) => fileList(workspaceId, filters)}
      refreshWhile={areProcessed}
      columns={fileColumns({ onPreview: setPreviewed, onDelete: setDeleted })}
      action={{ icon: Upload, label: words.upload.action, onAct: () => setUploads([]) }}
      emptyText={(filters.purpose ?? filters.status) && words.empty.filtered}
      filters={
        workspace && (
          <>
            <FileFilterFields workspace={workspace.id} workspaces={workspaces} filters={filters} />
            <QuotaCard workspaceId={workspace.id} />
          </>
        )
      }
    >
      {workspace && <FileUpload workspaceId={workspace.id} files={uploads} onFiles={setUploads} />}
      {previewed && <PreviewDialog file={previewed} onClose={() => setPreviewed(undefined)} />}
      {deleted && <DeleteFileDialog file={deleted} onClose={() => setDeleted(undefined)} />}
    </WorkspaceListPage>
  );
}
