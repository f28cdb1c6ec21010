import type { BatchResultType } from '@svc/contract';
import type { ResultRow } from '../store/results.ts';

/** A result that was opened. */
export interface OpenResult extends Pick<ResultRow, 'line' | 'state' | 'status_code' | 'request_id'> {
  readonly customId: string;
  /** The response of the endpoint, byte for byte; null where the line was not run. */
  readonly body: string | null;
}

const NOT_RUN: Readonly<Partial<Record<BatchResultType, object>>> = {
  canceled: { code: 'batch_cancelled', message: 'The batch was cancelled before the request was run.' },
  expired: { code: 'batch_expired', message: 'The request was not finished when the batch expired.' },
};

/** One line of the output, in OpenAI's form. */
export function toOpenAiResult(batchId: string, result: OpenResult): string {
  const { line, customId, state, status_code: status, request_id: requestId, body } = result;
  const id = JSON.stringify(`${batchId}_${line}`);
  const response =
    body === null
      ? 'null'
      : `{"status_code":${status},"request_id":${JSON.stringify(requestId)},"body":${body}}`;
  const error = JSON.stringify(NOT_RUN[state] ?? null);
  return `{"id":${id},"custom_id":${JSON.stringify(customId)},"response":${response},"error":${error}}\n`;
}
