import type {
  GbnfJsonSchema,
  Llama,
  LlamaContextSequence,
  LlamaGrammar,
  SequenceEvaluateOptions,
} from 'node-llama-cpp';
import { EngineFault, type StopReason } from '../../events.ts';
import type { GenerateRequest } from '../../turns.ts';
import { forceCall } from './call-grammar.ts';
import { formatGrammar } from './format-grammar.ts';
import { JsonEnd } from '../json-end.ts';
import type { LlamaRun } from './llama-run.ts';
import type { LoadedModel } from './load-model.ts';
import { renderPrompt, type RenderedPrompt } from './render-prompt.ts';
import { TextDecoder } from './text-decoder.ts';

/** Prompt tokens processed between two checks whether the caller is still there. */
const PROMPT_STEP_TOKENS = 256;
const TEMPERATURE = 0.7;

interface Outcome {
  readonly reason: StopReason;
  readonly outputTokens: number;
}

/** Processes the prompt except its last token. False if the run ended before. */
async function readPrompt(
  run: LlamaRun,
  sequence: LlamaContextSequence,
  tokens: RenderedPrompt['tokens'],
): Promise<boolean> {
  await sequence.clearHistory();
  for (let start = 0; start < tokens.length - 1; start += PROMPT_STEP_TOKENS) {
    if (run.over) return false;
    await sequence.evaluateWithoutGeneratingNewTokens(
      tokens.slice(start, Math.min(start + PROMPT_STEP_TOKENS, tokens.length - 1)),
    );
  }
  return !run.over;
}

/**
 * The destination of a reply's text. `push` returns true when the reply is complete, or a pause to wait for.
 */
interface Target {
  push(text: string): boolean | Promise<void>;
  /** Called after the last token; may change the stop reason. */
  close(reason: StopReason): StopReason;
}

function textTarget(run: LlamaRun): Target {
  return {
    push: (text) => run.send({ type: 'text', text }) ?? false,
    close: (reason) => reason,
  };
}

/** Text under a grammar, which allows endless trailing whitespace. */
function jsonTarget(run: LlamaRun): Target {
  const end = new JsonEnd();
  return {
    push(text) {
      const json = end.push(text);
      const paused = json === '' ? undefined : run.send({ type: 'text', text: json });
      return end.closed || (paused ?? false);
    },
    close: (reason) => reason,
  };
}

/** Collects the whole call: its name and arguments are valid only once the object is closed. */
function callTarget(run: LlamaRun): Target {
  const end = new JsonEnd();
  let json = '';
  return {
    push(text) {
      json += end.push(text);
      return end.closed;
    },
    close(reason) {
      if (!end.closed) return reason;
      const call = JSON.parse(json) as { name: string; arguments: unknown };
      void run.send(
        { type: 'tool_call_start', call: 0, id: run.newCallId(), name: call.name },
        { type: 'tool_call_delta', call: 0, arguments: JSON.stringify(call.arguments) },
      );
      return 'tool_call';
    },
  };
}

function makeGrammar({ llama }: LoadedModel, schema: GbnfJsonSchema | 'json_object'): Promise<LlamaGrammar> {
  if (schema === 'json_object') return llama.getGrammarFor('json');
  return llama.createGrammarForJsonSchema(schema as Parameters<Llama['createGrammarForJsonSchema']>[0]);
}

interface Plan {
  readonly prompt: RenderedPrompt;
  /** The kind of reply and its constraint. */
  readonly writes: 'text' | 'json' | 'call';
  readonly options: SequenceEvaluateOptions;
}

/**
 * Undefined when the prompt does not fit. Throws if the template or the grammar cannot express the request.
 */
async function plan(request: GenerateRequest, loaded: LoadedModel): Promise<Plan | undefined> {
  const { library, model } = loaded;
  const forced = forceCall(request.tools, request.toolChoice);
  const prompt = renderPrompt(request, loaded, forced?.instruction);
  const schema = forced?.schema ?? (request.responseFormat && formatGrammar(request.responseFormat)?.schema);
  if (!prompt) return undefined;
  const { sampling = {} } = request;
  const freely = { ...sampling, temperature: sampling.temperature ?? TEMPERATURE };
  if (!schema) return { prompt, writes: 'text', options: freely };
  const grammar = await makeGrammar(loaded, schema);
  const grammarEvaluationState = new library.LlamaGrammarEvaluationState({ model, grammar });
  return forced
    ? { prompt, writes: 'call', options: { temperature: 0, grammarEvaluationState } }
    : { prompt, writes: 'json', options: { ...freely, grammarEvaluationState } };
}

const TARGETS = { text: textTarget, json: jsonTarget, call: callTarget } as const;

async function writeReply(
  run: LlamaRun,
  loaded: LoadedModel,
  sequence: LlamaContextSequence,
  { prompt, writes, options }: Plan,
): Promise<Outcome> {
  const room = loaded.contextTokens - prompt.tokens.length;
  const most = Math.min(run.request.maxOutputTokens, room);
  const target = TARGETS[writes](run);
  const decoder = new TextDecoder(loaded.model, prompt.tokens, writes === 'text' ? prompt.stopTexts : []);
  let reason: StopReason = 'end_turn';
  let outputTokens = 0;
  for await (const token of sequence.evaluate(prompt.tokens.slice(-1), options)) {
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
  return { reason: target.close(reason), outputTokens };
}

/**
 * Answers one request on a free sequence. Resolves when the sequence may be reused, whatever the outcome of
 * the run. Faults: status 400 when the prompt does not fit the context, or when the model's template or the
 * call grammar cannot express the request. Rejects on anything else.
 */
export async function generate(
  run: LlamaRun,
  loaded: LoadedModel,
  sequence: LlamaContextSequence,
): Promise<void> {
  // Templates throw on unexpected conversations, grammars on unusual schemas; both would throw again.
  const planned = await plan(run.request, loaded).catch(() => undefined);
  if (!planned) return run.fail(new EngineFault('status', { status: 400 }));
  const { tokens } = planned.prompt;
  if (!(await readPrompt(run, sequence, tokens))) return;
  const { reason, outputTokens } = await writeReply(run, loaded, sequence, planned);
  run.finish(reason, { inputTokens: tokens.length, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 });
}
