import type { FileObject, FileStatus } from '@svc/contract';
import { previewKind } from '../../api/files.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatBytes } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { FileMenu, type FileActions } from './file-menu.tsx';

const { columns: heads } = words;
const TONES: Readonly<Record<FileStatus, Tone>> = { processing: 'accent', ready: 'good', failed: 'danger' };

export function fileColumns(actions: FileActions): readonly Column<FileObject>[] {
  return [
    { header: heads.name, cell: (file) => <FileName file={file} onPreview={actions.onPreview} /> },
    {
      header: heads.purpose,
      width: 'w-32',
      wide: true,
      cell: ({ purpose }) => words.purposes[purpose],
    },
    {
      header: heads.size,
      width: 'w-28',
      wide: true,
      align: 'right',
      cell: ({ bytes }) => formatBytes(bytes),
    },
    { header: heads.status, width: 'w-28', cell: (file) => <FileStatusBadge file={file} /> },
    {
      header: heads.expires,
      width: 'w-32',
      wide: true,
      cell: ({ expires_at: at }) => <Ago at={new Date(at * 1000).toISOString()} />,
    },
    {
      header: heads.actions,
      width: 'w-20',
      hiddenHeader: true,
      align: 'right',
      cell: (file) => <FileMenu file={file} {...actions} />,
    },
  ];
}

function FileName({ file, onPreview }: { readonly file: FileObject } & Pick<FileActions, 'onPreview'>) {
  if (!previewKind(file)) return <span title={file.filename}>{file.filename}</span>;
  return (
    <button
      type="button"
      title={file.filename}
      onClick={() => onPreview(file)}
      className="row-target max-w-full truncate rounded font-medium"
    >
      {file.filename}
    </button>
  );
}

function FileStatusBadge({ file: { status, status_detail: detail } }: { readonly file: FileObject }) {
  return (
    <span title={detail === null ? undefined : words.failures[detail]}>
      <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
      {detail !== null && <span className="sr-only">{words.failures[detail]}</span>}
    </span>
  );
}
