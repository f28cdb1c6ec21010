import { OPENAI_BATCH_ENDPOINT, type LimitValues, type OpenAiBatchCreation } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { ResourceCaller } from '#features/module';
import { DAY_MS } from '#kit';
import { addBatch } from '../create-batch.ts';
import { toOpenAiBatch } from './openai-batch.ts';

/** `POST /compat/openai/v1/batches`. Clients do not wait for the file to be prepared: validation does. */
export async function createOpenAiBatch(
  change: MutationContext,
  { input_file_id, metadata, output_expires_after: expiry }: OpenAiBatchCreation,
  caller: ResourceCaller,
  limits: LimitValues,
): Promise<object> {
  const seconds = expiry?.seconds;
  const batch = {
    input_file_id,
    metadata,
    endpoint: OPENAI_BATCH_ENDPOINT,
    output_expires_after_days: seconds && Math.ceil((seconds * 1000) / DAY_MS),
  } as const;
  return toOpenAiBatch(await addBatch(change, batch, caller, limits));
}
