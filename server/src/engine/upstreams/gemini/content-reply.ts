import { parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../events.ts';
import { faultIn, isFields, isFilled, toFault } from '../http/error-object.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { UsageCount } from '../http/usage-count.ts';
import { CallSignatures } from './call-signatures.ts';
import { isFinishReason, toStopReason, worseFinish } from './finish-reasons.ts';
import { readPart, type ReadPart } from './read-part.ts';
import { ContentUsage } from './token-usage.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a reply or a chunk of it may have. */
const KNOWN = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId', 'createTime'];

/**
 * Parses the answer of `generateContent`, whole or as a stream of chunks of the same form, into events. Stop and usage wait for `finish`:
 * counts and how it ends may come with any chunk.
 */
export class ContentReply implements ReplyReader {
  model: string | undefined;
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #signatures: CallSignatures | undefined;
  readonly #usage = new ContentUsage();
  readonly #count = new UsageCount();
  #calls = 0;
  #ending: unknown;
  /** The prompt was filtered (D-ENG-7). */
  #isBlocked = false;
  /** Something was said under a name that is not known. */
  #unread = false;

  /** `signed`: takes what the server signs. */
  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#signatures = signed && new CallSignatures(signed);
  }

  /** The protocol has no closing event. */
  get finished(): boolean {
    return this.#isBlocked || this.#ending !== undefined;
  }

  event(data: string): boolean {
    // Proxies end a stream as another protocol does.
    if (data.trim() === '[DONE]') return this.finished;
    for (const part of this.#parse(data)) this.#speak(part);
    return false;
  }

  whole(json: string): void {
    const parts = this.#parse(json);
    if (!this.#output.isTooLong(this.#count)) return parts.forEach((part) => this.#speak(part));
    const texts = parts.map(({ kind, words }) => (kind === 'text' ? words : ''));
    this.#output.cutWhole(texts.join(''), this.#count);
    this.#ending = 'MAX_TOKENS';
  }

  /** Throws `EngineFault` without an ending, for a failure or an unknown one, or if nothing of it was understood. */
  finish(): void {
    const reason = this.#reason();
    if (!reason && !this.#output.overrun) throw new EngineFault('broken');
    // The answer stands in what is not known, unless the engine itself says that it wrote none.
    if (this.#unread && this.#output.isEmpty && (this.#count.outputTokens ?? 2) > 1)
      throw new EngineFault('broken');
    this.#signatures?.keep();
    this.#output.finish(reason && { reason }, this.#count);
  }

  #reason(): StopReason | undefined {
    if (this.#isBlocked) return 'content_filter';
    return this.#ending === undefined ? undefined : toStopReason(this.#ending);
  }

  /** Takes note of all around the parts, and returns these. Throws `EngineFault` for an error, SyntaxError for invalid JSON. */
  #parse(json: string): readonly ReadPart[] {
    // Input of calls keeps its digits.
    const value = json.includes('"functionCall"') ? parseWithSources(json) : (JSON.parse(json) as unknown);
    // A stream without events is a list of its chunks, and errors come in lists too.
    const replies: readonly unknown[] = Array.isArray(value) ? value : [value];
    return replies.flatMap((reply) => this.#read(reply));
  }

  #read(reply: unknown): readonly ReadPart[] {
    if (!isFields(reply)) throw new EngineFault('broken');
    const fault = faultIn(reply);
    if (fault) throw fault;
    if (isFilled(reply) && !KNOWN.some((name) => name in reply)) throw toFault(reply);
    this.model ??= readModelName(reply['modelVersion']);
    this.#counts(reply['usageMetadata']);
    const { promptFeedback: feedback } = reply;
    if (isFields(feedback) && isFilled(feedback['blockReason'])) this.#isBlocked = true;
    const candidate = candidateOf(reply['candidates']);
    if (!candidate) return [];
    const { finishReason } = candidate;
    if (isFinishReason(finishReason)) this.#ending = worseFinish(this.#ending, finishReason);
    return this.#partsOf(candidate);
  }

  #counts(usage: unknown): void {
    const said = this.#usage.read(usage);
    if (!said) return;
    this.#count.add(said);
    this.#output.counted(this.#count);
  }

  #partsOf({ content }: Fields): readonly ReadPart[] {
    const given = isFields(content) ? content['parts'] : content;
    const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (!Array.isArray(given) && typeof given === 'string') this.#unread = true;
    return parts.flatMap((part) => readPart(part) ?? []);
  }

  #speak({ kind, words, name, signature }: ReadPart): void {
    switch (kind) {
      case 'text':
        this.#output.text('text', words);
        this.#signatures?.text(words, signature);
        return;
      case 'thought':
        this.#output.text('reasoning', words);
        this.#signatures?.thought(words, signature);
        return;
      case 'call':
        return this.#call(name, words, signature);
      case 'unknown':
        this.#unread = true;
    }
  }

  #call(name: string, input: string, signature: string | undefined): void {
    if (!this.#output.admitsArguments(input)) return;
    this.#signatures?.signCall(signature);
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    const id = this.#newCallId(this.#signatures?.beginsAtNextCall ?? false);
    this.#signatures?.call(id);
    const call = this.#calls++;
    this.#output.callStart(call, id, name);
    this.#output.callDelta(call, input);
  }
}

/** One candidate is asked for; any others, which no engine should send, are not passed on. */
function candidateOf(candidates: unknown): Fields | undefined {
  const all: readonly unknown[] = Array.isArray(candidates) ? candidates : [candidates];
  return all.find((one): one is Fields => isFields(one) && Number(one['index'] ?? 0) === 0);
}
