import { queryOptions } from '@tanstack/react-query';
import { call } from './console-api.ts';
import { startMs } from './requests.ts';

const ATTEMPTS = 10;
const PAUSE_MS = 1000;
/** Ids and records name the same moment; this is for clocks that were set meanwhile. */
const MARGIN_MS = 1000;

/**
 * The record of a call that has just ended, which is on its way to the database. It is looked for in the list, where its absence is
 * no error, and read once it is there.
 */
export function finishedCallOptions(id: string, userId: string) {
  return queryOptions({
    queryKey: ['requests', 'finished', id],
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      for (let attempt = 1; !(await isListed(id, userId, signal)); attempt++) {
        if (attempt === ATTEMPTS) throw new Error(`no record of ${id} came`);
        await pause();
        signal.throwIfAborted();
      }
      return call('readRequest', { path: { request_id: id }, signal });
    },
  });
}

async function isListed(id: string, userId: string, signal: AbortSignal): Promise<boolean> {
  const arrivedMs = startMs(id);
  const query = {
    user_id: userId,
    starting_at: new Date(arrivedMs - MARGIN_MS).toISOString(),
    ending_at: new Date(arrivedMs + MARGIN_MS).toISOString(),
  };
  const { data } = await call('listRequests', { query, signal });
  return data.some((request) => request.id === id);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
