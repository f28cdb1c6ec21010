import { parentPort, type MessagePort } from 'node:worker_threads';
import { ApiError, type ApiErrorOptions, type ErrorName } from '@svc/contract';
import { readJson } from '#exchange';
import type { ConversationLimits } from '#features/conversation';
import { parseMessagesRequest } from '../parse/parse-messages-request.ts';
import { slicesOf } from './call-slices.ts';

/** A body to parse. Its bytes and the port its slices go to are handed over with it. */
export interface ParseJob {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly slices: MessagePort;
  readonly depthLimit: number;
  readonly identityInstruction: string;
  readonly limits: ConversationLimits;
}

/** All slices are at the port, or the body was refused, or parsing it failed. */
export interface ParseAnswer {
  readonly id: number;
  readonly refusal?: { readonly name: ErrorName; readonly options: Omit<ApiErrorOptions, 'cause'> };
  readonly failure?: string;
}

function parse({ bytes, slices, depthLimit, identityInstruction, limits }: ParseJob): void {
  for (const slice of slicesOf(parseMessagesRequest(readJson(bytes, depthLimit), identityInstruction, limits))) slices.postMessage(slice);
}

function answerTo(job: ParseJob): ParseAnswer {
  try {
    parse(job);
    return { id: job.id };
  } catch (error) {
    if (!(error instanceof ApiError)) return { id: job.id, failure: error instanceof Error ? error.name : 'unknown' };
    // The cause holds a piece of the body, and is of no use elsewhere.
    const { cause: _cause, ...options } = error.options;
    return { id: job.id, refusal: { name: error.catalogName, options } };
  }
}

parentPort?.on('message', (job: ParseJob) => parentPort?.postMessage(answerTo(job)));
