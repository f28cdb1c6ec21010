import { randomUUID } from 'node:crypto';
import type { Llama, LlamaContextSequence, SequenceEvaluateOptions } from 'node-llama-cpp';
import { EngineFault, type StopReason } from '../../events.ts';
import { forceCall, ObjectEnd, type ForcedCall } from './call-grammar.ts';
import type { LlamaRun } from './llama-run.ts';
import type { LoadedModel } from './load-model.ts';
import { renderPrompt, type RenderedPrompt } from './render-prompt.ts';
import { TextDecoder } from './text-decoder.ts';

/** Prompt tokens read between two looks at whether the caller is still there. */
const PROMPT_STEP_TOKENS = 256;
const TEMPERATURE = 0.7;

interface Outcome {
  readonly reason: StopReason;
  readonly outputTokens: number;
}

/** Reads all of the prompt but its last token. False when the run was over before. */
async function readPrompt(run: LlamaRun, sequence: LlamaContextSequence, tokens: RenderedPrompt['tokens']): Promise<boolean> {
  await sequence.clearHistory();
  for (let start = 0; start < tokens.length - 1; start += PROMPT_STEP_TOKENS) {
    if (run.over) return false;
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, Math.min(start + PROMPT_STEP_TOKENS, tokens.length - 1)));
  }
  return !run.over;
}

/** Where a reply's text goes. `push` answers true when the reply is complete, or a pause to wait for. */
interface Target {
  push(text: string): boolean | Promise<void>;
  /** After the last token; may change why the reply ended. */
  close(reason: StopReason): StopReason;
}

function textTarget(run: LlamaRun): Target {
  return {
    push: (text) => run.send({ type: 'text', text }) ?? false,
    close: (reason) => reason,
  };
}

/** Collects the whole call: a name and arguments are known to be right only when the object is closed. */
function callTarget(run: LlamaRun): Target {
  const end = new ObjectEnd();
  let json = '';
  let complete = false;
  return {
    push(text) {
      json += text;
      complete ||= end.push(text);
      return complete;
    },
    close(reason) {
      if (!complete) return reason;
      const call = JSON.parse(json) as { name: string; arguments: unknown };
      const id = `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
      void run.send({ type: 'tool_call_start', block: 0, id, name: call.name }, { type: 'tool_call_delta', block: 0, arguments: JSON.stringify(call.arguments) });
      return 'tool_call';
    },
  };
}

async function evaluateOptions(loaded: LoadedModel, forced: ForcedCall | undefined): Promise<SequenceEvaluateOptions> {
  if (!forced) return { temperature: TEMPERATURE };
  const grammar = await loaded.llama.createGrammarForJsonSchema(forced.schema as Parameters<Llama['createGrammarForJsonSchema']>[0]);
  return { temperature: 0, grammarEvaluationState: new loaded.library.LlamaGrammarEvaluationState({ model: loaded.model, grammar }) };
}

async function writeReply(run: LlamaRun, loaded: LoadedModel, sequence: LlamaContextSequence, prompt: RenderedPrompt, forced: ForcedCall | undefined) {
  const room = loaded.contextTokens - prompt.tokens.length;
  const most = Math.min(run.request.maxOutputTokens, room);
  const target = forced ? callTarget(run) : textTarget(run);
  const decoder = new TextDecoder(loaded.model, prompt.tokens, forced ? [] : prompt.stopTexts);
  let reason: StopReason = 'end_turn';
  let outputTokens = 0;
  for await (const token of sequence.evaluate(prompt.tokens.slice(-1), await evaluateOptions(loaded, forced))) {
    if (run.over || prompt.stopTokens.has(token)) break;
    outputTokens += 1;
    const text = decoder.push(token);
    const pushed = text !== '' && target.push(text);
    if (pushed === true || decoder.stopped) break;
    if (outputTokens === most) {
      reason = run.request.maxOutputTokens <= room ? 'max_tokens' : 'context_window';
      break;
    }
    if (pushed) await pushed;
    if (run.over) break;
  }
  const rest = decoder.end();
  if (rest !== '') void target.push(rest);
  return { reason: target.close(reason), outputTokens } satisfies Outcome;
}

/**
 * Answers one request on a free sequence. Resolves when the sequence may be used again, whatever became of the run.
 * Faults: status 400 when the prompt does not fit the context or the template refuses it. Rejects on anything else.
 */
export async function generate(run: LlamaRun, loaded: LoadedModel, sequence: LlamaContextSequence): Promise<void> {
  const forced = forceCall(run.request.tools, run.request.toolChoice);
  let prompt: RenderedPrompt | undefined;
  try {
    prompt = renderPrompt(run.request, loaded, forced?.instruction);
  } catch {
    // Templates throw on conversations they were not written for, and would again.
    prompt = undefined;
  }
  if (!prompt) return run.fail(new EngineFault('status', { status: 400 }));
  if (!(await readPrompt(run, sequence, prompt.tokens))) return;
  const { reason, outputTokens } = await writeReply(run, loaded, sequence, prompt, forced);
  run.finish(reason, { inputTokens: prompt.tokens.length, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 });
}
