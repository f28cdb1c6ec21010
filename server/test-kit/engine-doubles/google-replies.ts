import { createHmac } from 'node:crypto';
import type { GoogleBody } from './google-contents.ts';

/** What the double answers in one round. */
export interface GoogleReply {
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args?: object }[];
  readonly finishReason?: string;
  /** Of a prompt that is filtered. */
  readonly blocked?: string;
  readonly uncounted?: true;
  readonly error?: { readonly status: number; readonly body: unknown };
  /** A stream ends without saying how. */
  readonly cut?: true;
}

interface ReplyPart {
  readonly text?: string;
  readonly thought?: true;
  readonly functionCall?: object;
  readonly thoughtSignature?: string;
}

/** Of a call by its function and input, so that each call needs its own. */
function signatureOf(call: { readonly name: string; readonly args?: object }): string {
  return createHmac('sha256', 'vendor')
    .update(JSON.stringify([call.name, call.args ?? {}]))
    .digest('base64');
}

export function isOwnSignature(
  call: { readonly name: string; readonly args?: object },
  signature: unknown,
): boolean {
  return signature === signatureOf(call);
}

/** The parts of a reply: thoughts where they were asked for, then text, then calls, of which the first is signed. */
export function candidateParts(
  { thought, text, calls = [] }: GoogleReply,
  round: number,
  body: GoogleBody,
): ReplyPart[] {
  const { includeThoughts } = (body.generationConfig?.['thinkingConfig'] ?? {}) as {
    includeThoughts?: boolean;
  };
  return [
    ...(thought !== undefined && includeThoughts ? [{ text: thought, thought: true } as const] : []),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call, i) => ({
      functionCall: { id: `VendorMarker-${round}-${i}`, args: {}, ...call },
      ...(i === 0 ? { thoughtSignature: signatureOf(call) } : {}),
    })),
  ];
}

/** Counts by the length of what was sent and said, and a part of it cached. */
export function usageOf({ thought, text = '', calls = [] }: GoogleReply, body: GoogleBody) {
  const promptTokenCount = Math.ceil(JSON.stringify(body.contents).replaceAll(/call_\w+/g, '').length / 4);
  const cachedContentTokenCount = Math.floor(promptTokenCount / 2);
  const candidatesTokenCount = Math.ceil((text.length + JSON.stringify(calls).length) / 4);
  const thoughtsTokenCount = thought === undefined ? 0 : Math.ceil(thought.length / 4) + 3;
  return {
    promptTokenCount,
    cachedContentTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount,
    totalTokenCount: promptTokenCount + candidatesTokenCount + thoughtsTokenCount,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokenCount }],
  };
}
