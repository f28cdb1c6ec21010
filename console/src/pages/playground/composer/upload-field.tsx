import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FILES } from '../../../api/files.ts';
import { refresh } from '../../../api/pages.ts';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { AttachedFile } from './attached-file.ts';
import { uploadFile } from './upload-file.ts';

const { upload: words } = playgroundSetupStrings;

interface UploadFieldProps {
  readonly workspaceId: string;
  readonly onUploaded: (file: AttachedFile) => void;
}

/** A new file for a message. Leaving the dialog ends the upload. */
export function UploadField({ workspaceId, onUploaded }: UploadFieldProps) {
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const { signal } = (running.current = new AbortController());
      return uploadFile(workspaceId, file, signal);
    },
    onSuccess: (file) => file && onUploaded(file),
    onSettled: () => refresh(queries, FILES),
  });
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="file"
        label={words.label}
        hint={words.hint}
        disabled={upload.isPending}
        onChange={({ target: { files } }) => files?.[0] && upload.mutate(files[0])}
      />
      {upload.isPending && (
        <p role="status" className="text-[13px] text-quiet">
          {words.preparing}
        </p>
      )}
      {upload.isSuccess && !upload.data && (
        <Notice tone="danger" alert>
          {words.failed}
        </Notice>
      )}
      <FormError error={upload.error} />
    </div>
  );
}
