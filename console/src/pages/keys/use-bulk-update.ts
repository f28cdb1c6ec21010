import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey, ApiKeyUpdates } from '@svc/contract';
import { useRef, useState } from 'react';
import { API_KEYS, updateApiKeys } from '../../api/api-keys.ts';
import { mayPass } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';

export type BulkAction = ApiKeyUpdates['action'];

export interface BulkTask {
  readonly action: BulkAction;
  readonly keys: readonly ApiKey[];
  /** Keys that were selected too, which the action would not change. */
  readonly untouched: number;
}

export interface BulkFailure {
  readonly key: ApiKey;
  readonly message: string;
}

export interface BulkProgress {
  readonly state: 'asking' | 'running' | 'over';
  /** Keys that were tried. */
  readonly tried: number;
  readonly failures: readonly BulkFailure[];
  /** Why it went no further. */
  readonly error: unknown;
}

/** Keys of one request: its answer is there in a moment, and other changes of the organization wait for no more than that. */
const KEYS_PER_REQUEST = 100;
const PAUSE_MS = 500;
const BEGIN: BulkProgress = { state: 'asking', tried: 0, failures: [], error: null };

/**
 * Sends the keys of a task in portions, one after the other. Goes on where it stopped when it is started again. `onWhole` is called when every
 * key was changed.
 */
export function useBulkUpdate({ action, keys }: BulkTask, onWhole: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(BEGIN);
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    isStopped.current = false;
    const failures = [...progress.failures];
    let { tried } = progress;
    let error: unknown = null;
    const report = (state: BulkProgress['state']) => setProgress({ state, tried, failures, error });
    report('running');
    while (tried < keys.length && !isStopped.current && error === null) {
      const portion = keys.slice(tried, tried + KEYS_PER_REQUEST);
      try {
        failures.push(...(await sendPortion(action, portion)));
        tried += portion.length;
        report('running');
      } catch (cause) {
        error = cause;
      }
    }
    await refresh(queries, API_KEYS);
    report('over');
    if (tried === keys.length && failures.length === 0) onWhole();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { progress, run, stop };
}

/** Sent again after an answer was lost, it is applied once. */
async function sendPortion(action: BulkAction, portion: readonly ApiKey[]): Promise<BulkFailure[]> {
  const idempotencyKey = crypto.randomUUID();
  const body = { ids: portion.map(({ id }) => id), action };
  for (let attempt = 0; ; attempt++) {
    try {
      const { failures } = await updateApiKeys(body, idempotencyKey);
      const messages = new Map(failures.map(({ id, message }) => [id, message]));
      return portion
        .filter(({ id }) => messages.has(id))
        .map((key) => ({ key, message: messages.get(key.id) ?? '' }));
    } catch (cause) {
      if (!mayPass(attempt, cause as Error)) throw cause;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** attempt));
    }
  }
}
