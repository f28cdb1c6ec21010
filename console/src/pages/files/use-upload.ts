import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FilePurpose } from '@svc/contract';
import { useEffect, useRef, useState } from 'react';
import { filesOf } from '../../api/transfers.ts';
import { FILES } from '../../api/files.ts';
import { refresh } from '../../api/pages.ts';
import { fileStrings } from '../../strings/files.ts';
import { toast } from '../../ui/overlay/toast.tsx';

export interface UploadOrder {
  readonly files: readonly File[];
  readonly purpose: FilePurpose;
  /** Undefined: as long as is usual. */
  readonly days: number | undefined;
}

export interface CurrentUpload {
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

interface UploadParts {
  readonly workspaceId: string;
  readonly onUploaded: (file: File) => void;
  /** All are uploaded. Not told once the dialog is gone. */
  readonly onDone: () => void;
}

/** Uploads files one after the other. Stops at the first that fails, and when the page is left. */
export function useUpload({ workspaceId, onUploaded, onDone }: UploadParts) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState<CurrentUpload>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const upload = async ({ files, purpose, days }: UploadOrder) => {
    const { signal } = (running.current = new AbortController());
    for (const file of files) {
      const totalBytes = file.size;
      const report = (sentBytes: number) => setCurrent({ name: file.name, sentBytes, totalBytes });
      report(0);
      const onProgress = ({ sentBytes }: { readonly sentBytes: number }) => report(sentBytes);
      await filesOf(workspaceId).create({ file, purpose, expires_after_days: days }, { signal, onProgress });
      onUploaded(file);
    }
  };
  const mutation = useMutation({
    mutationFn: upload,
    onSuccess: (_, { files }) => toast(fileStrings.upload.done(files.length)),
    onSettled: () => {
      setCurrent(undefined);
      return refresh(queries, FILES);
    },
  });
  const start = (order: UploadOrder) => mutation.mutate(order, { onSuccess: onDone });
  return { current, error: mutation.error, isPending: mutation.isPending, start };
}
