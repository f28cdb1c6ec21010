import type { ChatCompletionChunk } from '@svc/sdk';
import { openPlayground } from '../../../api/playground.ts';
import { newReply, type PlaygroundReply } from './playground-reply.ts';
import { CHAT_EXTENSIONS, chatBody, needsAdditions, type PlaygroundRequest } from './chat-request.ts';

interface Asking {
  readonly workspaceId: string;
  readonly request: PlaygroundRequest;
  readonly signal: AbortSignal;
  /** Told each time something has arrived. */
  readonly onProgress: (answer: PlaygroundReply) => void;
}

/** Streams a reply. Never rejects: what went wrong is part of the answer. */
export async function askModel({ workspaceId, request, signal, onProgress }: Asking): Promise<void> {
  let answer = newReply(request.model);
  const report = (more: Partial<PlaygroundReply>) => onProgress((answer = { ...answer, ...more }));
  try {
    const svc = await openPlayground(workspaceId, signal);
    const sentMs = performance.now();
    const betas = needsAdditions(request) ? [CHAT_EXTENSIONS] : [];
    const stream = await svc.chat.completions.create(
      { ...chatBody(request), stream: true },
      { signal, betas },
    );
    report({ requestId: stream.requestId });
    for await (const chunk of stream) {
      const reasoning = addReasoning(answer.reasoning, chunk);
      if (stream.textSoFar === answer.text && reasoning === answer.reasoning) continue;
      report({ text: stream.textSoFar, reasoning, firstMs: answer.firstMs ?? performance.now() - sentMs });
    }
    const { usage, choices } = await stream.final();
    const { message, finish_reason: reason } = choices[0]!;
    report({
      state: 'complete',
      usage,
      totalMs: performance.now() - sentMs,
      calls: message.tool_calls ?? [],
      sources: message.annotations ?? [],
      isCutOff: reason === 'length',
    });
  } catch (error) {
    report(signal.aborted ? { state: 'stopped' } : { state: 'failed', error });
  }
}

function addReasoning(
  before: PlaygroundReply['reasoning'],
  { choices }: ChatCompletionChunk,
): PlaygroundReply['reasoning'] {
  const deltas = choices[0]?.delta.reasoning ?? [];
  if (deltas.length === 0) return before;
  const chunks = [...before];
  for (const { index, text, signature = '' } of deltas) {
    const part = chunks[index] ?? { text: '', signature: '' };
    chunks[index] = { text: part.text + text, signature: part.signature + signature };
  }
  return chunks;
}
