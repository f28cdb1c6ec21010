import { useQueryClient } from '@tanstack/react-query';
import type { Batch } from '@svc/contract';
import { useEffect } from 'react';
import { BATCHES } from '../../api/batches.ts';
import { refresh } from '../../api/pages.ts';

const PAUSE_MS = 3000;

/** Loads the list anew for as long as a batch in it has not ended. */
export function useFreshBatches(batches: readonly Batch[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (batches.every(({ ended_at: endedAt }) => endedAt !== null)) return;
    const timer = setTimeout(() => void refresh(queries, BATCHES), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [batches, queries]);
}
