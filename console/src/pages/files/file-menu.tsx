import type { FileObject } from '@svc/contract';
import { Download, Eye, Trash2 } from 'lucide-react';
import { contentUrl, previewKind } from '../../api/files.ts';
import { fileStrings as words } from '../../strings/files.ts';
import { MenuItem } from '../../ui/overlay/menu.tsx';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFrom } from '../../ui/save-file.ts';

export interface FileActions {
  readonly onPreview: (file: FileObject) => void;
  readonly onDelete: (file: FileObject) => void;
}

export function FileMenu({ file, onPreview, onDelete }: FileActions & { readonly file: FileObject }) {
  const download = () => {
    saveFrom(contentUrl(file), file.filename);
    toast(words.download.started);
  };
  return (
    <RowMenu label={words.actions(file.filename)}>
      {previewKind(file) && (
        <MenuItem icon={Eye} onSelect={() => onPreview(file)}>
          {words.preview.action}
        </MenuItem>
      )}
      {file.status === 'ready' && (
        <MenuItem icon={Download} onSelect={download}>
          {words.download.action}
        </MenuItem>
      )}
      <MenuItem icon={Trash2} danger onSelect={() => onDelete(file)}>
        {words.delete.action}
      </MenuItem>
    </RowMenu>
  );
}
