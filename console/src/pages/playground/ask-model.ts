import type { ChatUsage } from '@svc/sdk';
import { openPlayground } from '../../api/playground.ts';
import { FILES_BETA } from './attached-file.ts';
import { needsAdditions, type PlaygroundRequest } from './call-setup.ts';

/** A reply as far as it came. */
export interface Answer {
  readonly state: 'running' | 'complete' | 'stopped' | 'failed';
  readonly text: string;
  /** Absent while nothing was answered. */
  readonly requestId?: string | undefined;
  /** Milliseconds from sending to the first words, and to the end. */
  readonly firstMs?: number;
  readonly totalMs?: number;
  readonly usage?: ChatUsage;
  /** It ended because it may not be longer. */
  readonly isCutOff?: boolean;
  readonly error?: unknown;
}

export const NO_ANSWER: Answer = { state: 'running', text: '' };

interface Asking {
  readonly workspaceId: string;
  readonly request: PlaygroundRequest;
  readonly signal: AbortSignal;
  /** Told each time something has arrived. */
  readonly onProgress: (answer: Answer) => void;
}

/** Streams a reply. Never rejects: what went wrong is part of the answer. */
export async function askModel({ workspaceId, request, signal, onProgress }: Asking): Promise<void> {
  let answer = NO_ANSWER;
  const tell = (more: Partial<Answer>) => onProgress((answer = { ...answer, ...more }));
  try {
    const svc = await openPlayground(workspaceId, signal);
    const sentMs = performance.now();
    const betas = needsAdditions(request) ? [FILES_BETA] : [];
    const stream = await svc.chat.completions.create({ ...request, stream: true }, { signal, betas });
    tell({ requestId: stream.requestId });
    for await (const _ of stream.text())
      tell({ text: stream.textSoFar, firstMs: answer.firstMs ?? performance.now() - sentMs });
    const { usage, choices } = await stream.final();
    tell({
      state: 'complete',
      usage,
      totalMs: performance.now() - sentMs,
      isCutOff: choices[0]?.finish_reason === 'length',
    });
  } catch (error) {
    tell(signal.aborted ? { state: 'stopped' } : { state: 'failed', error });
  }
}
