import { ApiError } from '@svc/contract';
import { DocumentFault } from '#content';
import { OutboundError, type OutboundFailure } from '#kit';
import type { ToolOutcome } from '#reply';

/** What the model gets instead of a result. `text`: a sentence or two, for a reader that may try something else. */
export function failure(text: string): ToolOutcome {
  return { text, isError: true };
}

/** `text`, or as much of it as `limit` characters hold with a note that there was more. Never half a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}\n[cut here: ${String(text.length - limit)} more characters]`;
}

/** A failure that ends the whole reply, and not the call alone (D-TUN-16). */
export class EndsReply extends Error {
  override readonly name = 'EndsReply';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }
}

const OUTBOUND: Readonly<Record<OutboundFailure, string>> = {
  url: 'This URL cannot be used. Give a complete https URL of a public site.',
  unreachable: 'The site cannot be reached.',
  redirects: 'The site redirects in a way that cannot be followed.',
  too_large: 'The answer is too large to be read.',
  timeout: 'The site did not answer in time.',
  aborted: 'The site cannot be reached.',
};

const DOCUMENT: Readonly<Record<DocumentFault['reason'], string>> = {
  unreadable: 'There is no text that can be read at this URL.',
  encrypted: 'The document at this URL is encrypted.',
  too_large: 'What is at this URL is too large to be read.',
};

/** Words for the model about a failure that was foreseen; undefined for any other. They name no address and quote no other system. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof OutboundError) return OUTBOUND[error.failure];
  if (error instanceof DocumentFault) return DOCUMENT[error.reason];
  // A full line of waiting work.
  if (error instanceof ApiError) return 'The tool is busy. Try again later.';
  return undefined;
}
