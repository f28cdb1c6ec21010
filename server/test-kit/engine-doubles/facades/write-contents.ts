import { sse } from '@svc/conformance/upstream';
import { candidateParts, type GoogleReply } from '../google-replies.ts';
import type { BlockEvent } from './block-events.ts';
import { BlockWriter, type BlockFormat, type Ending } from './block-writer.ts';
import { Inexpressible } from './facade.ts';
import { countsOf, joinParts, readInput, type ChatUsage, type ReplyPart } from './reply-parts.ts';
import { refuseWords } from './write-messages.ts';

const FINISHES: Readonly<Record<string, string>> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};
const AROUND = { modelVersion: 'gemini-VendorMarker', responseId: 'VendorMarker-id' };
/** Thoughts are shown where a script has them. */
const THINKS = { contents: [], generationConfig: { thinkingConfig: { includeThoughts: true } } };

function finishOf(reason: string): string {
  const finish = FINISHES[reason];
  if (finish === undefined) throw new Inexpressible(`the finish reason ${reason}`);
  return finish;
}

function usageOf(usage: ChatUsage) {
  const counts = countsOf(usage);
  if (!counts) return undefined;
  const { input, cached, output, reasoning } = counts;
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + output,
  };
}

function response(parts: readonly object[], more: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...AROUND };
}

function partsOf(reply: GoogleReply): object[] {
  return candidateParts(reply, 0, THINKS);
}

export function wholeContent(parts: readonly ReplyPart[]): unknown {
  const { reasoning, text, refusal, calls = [], finish, usage } = joinParts(parts);
  refuseWords({ ...(refusal !== undefined && { refusal }) });
  const said = partsOf({
    ...(reasoning !== undefined && { thought: reasoning }),
    ...(text !== undefined && { text }),
    calls: calls.map(({ name, input }) => ({ name, args: input })),
  });
  return { ...response(said, { finishReason: finishOf(finish) }), usageMetadata: usageOf(usage) };
}

/** Calls come whole, and the first of a reply is signed. */
class ContentFormat implements BlockFormat {
  #hasCalls = false;

  begin(): string[] {
    return [sse(response([{ text: '' }]))];
  }

  *block({ event, block, ...more }: BlockEvent): Generator<string> {
    const { kind, name, text } = block;
    if (kind === 'refusal') throw new Inexpressible('the words of a refusal');
    if (kind === 'call') {
      if (event !== 'stop') return;
      const [call] = partsOf({ calls: [{ name, args: readInput(text) }] });
      const { thoughtSignature, ...unsigned } = call as { readonly thoughtSignature?: string };
      yield sse(response([this.#hasCalls ? unsigned : { ...unsigned, thoughtSignature }]));
      this.#hasCalls = true;
    } else if ('text' in more) {
      yield sse(response([{ text: more.text, ...(kind === 'reasoning' && { thought: true }) }]));
    }
  }

  error({ message = '' }: { readonly message?: string }): string[] {
    return [sse({ error: { code: 500, message, status: 'INTERNAL' } })];
  }

  finish({ reason, usage }: Ending): string[] {
    return [sse({ ...response([], { finishReason: finishOf(reason) }), usageMetadata: usageOf(usage) })];
  }
}

export const contentWriter = (): BlockWriter => new BlockWriter(new ContentFormat());
