import { useQueryClient } from '@tanstack/react-query';
import type { FileObject } from '@svc/contract';
import { useEffect } from 'react';
import { FILES } from '../../api/files.ts';
import { refresh } from '../../api/pages.ts';

const PAUSE_MS = 1500;

/** Loads the list anew for as long as a file in it is still being prepared. */
export function useFreshFiles(files: readonly FileObject[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!files.some(({ status }) => status === 'processing')) return;
    const timer = setTimeout(() => void refresh(queries, FILES), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [files, queries]);
}
