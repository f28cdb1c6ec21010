import type { ModelConfig } from '#config';
import type { Log } from '#kit';
import type { EngineFault } from '../events.ts';
import type { GenerateRequest, RequestDialect } from '../turns.ts';
import { type ProbeReply, askForEmbedding, askQuestion, type Respondent } from './ask-question.ts';
import { type ProbeReason, probeReason, refusesQuestion } from './probe-reason.ts';
import { PROBE_TOOL, QUESTIONS } from './questions.ts';

export type ProbeStatus = 'ok' | 'degraded' | 'failed';

/** What one model of an engine can do. Null: not found out. */
export interface ModelFindings {
  readonly status: ProbeStatus;
  readonly reason: ProbeReason | null;
  readonly streams: boolean | null;
  readonly tools: boolean | null;
  readonly vision: boolean | null;
  readonly reasoning: boolean | null;
  readonly usageInStreams: boolean | null;
  /** Fields that the engine refused on the way. */
  readonly refusedFields: readonly string[];
}

const UNKNOWN = { streams: null, tools: null, vision: null, reasoning: null, usageInStreams: null } as const;

type ProbedModel = Pick<ModelConfig, 'kind' | 'max_output_tokens'>;

/** Whether a model answers at all. Its cheapest question. */
export function askForSign(
  respondent: Respondent,
  model: ProbedModel & RequestDialect,
  log: Log,
): Promise<ProbeReply> {
  return model.kind === 'embedding'
    ? askForEmbedding(respondent, log)
    : askQuestion(respondent, fit(QUESTIONS.plain, model));
}

/** Puts all questions to a model, one after the other. */
export async function probeModel(
  respondent: Respondent,
  model: ProbedModel & RequestDialect,
  log: Log,
): Promise<ModelFindings> {
  const ask = (question: GenerateRequest) => askQuestion(respondent, fit(question, model));
  const plain = await askForSign(respondent, model, log);
  if (model.kind === 'embedding')
    return plain.fault ? withFault(plain) : { ...UNKNOWN, status: 'ok', reason: null, refusedFields: [] };
  const whole = plain.fault && mayReplyWhole(plain.fault) ? await ask(QUESTIONS.whole) : undefined;
  if (plain.fault && (!whole || whole.fault)) return withFault(plain);
  const streams = !whole && !plain.cameWhole;
  const tools = await probeTools(ask);
  const vision = toFinding(await ask(QUESTIONS.vision), () => true);
  const reasoning = await probeReasoning(ask);
  return {
    // Most calls ask for streams, and such a server fails them.
    status: whole ? 'degraded' : 'ok',
    reason: whole ? 'errors' : null,
    streams,
    tools,
    vision,
    reasoning,
    usageInStreams: streams ? plain.isCounted : null,
    refusedFields: plain.refusedFields,
  };
}

/** A server without streams answers what is asked for whole. */
function mayReplyWhole(fault: EngineFault): boolean {
  return refusesQuestion(fault) && probeReason(fault) === 'errors';
}

function withFault({ fault, refusedFields }: ProbeReply): ModelFindings {
  const reason = fault ? probeReason(fault) : 'errors';
  // A throttled engine answers again by itself.
  return { ...UNKNOWN, status: reason === 'throttled' ? 'degraded' : 'failed', reason, refusedFields };
}

/** Some models call tools, and refuse to be forced to. */
async function probeTools(ask: (question: GenerateRequest) => Promise<ProbeReply>): Promise<boolean | null> {
  const hasCalled = ({ calls }: ProbeReply): boolean => calls.includes(PROBE_TOOL.name);
  const forced = await ask(QUESTIONS.forcedCall);
  if (!forced.fault || !refusesQuestion(forced.fault))
    return toFinding(forced, (answer) => hasCalled(answer) || (answer.isCut ? null : false));
  const free = await ask(QUESTIONS.freeCall);
  return toFinding(free, (answer) => hasCalled(answer) || null);
}

/** Some models take a budget and no level. */
async function probeReasoning(
  ask: (question: GenerateRequest) => Promise<ProbeReply>,
): Promise<boolean | null> {
  const withLevel = await ask(QUESTIONS.reasoning);
  const isRefused = withLevel.fault !== undefined && refusesQuestion(withLevel.fault);
  const answer = isRefused ? await ask(QUESTIONS.reasoningWithBudget) : withLevel;
  return toFinding(answer, ({ hasReasoning }) => hasReasoning);
}

/** `read`: what an answer proves. */
function toFinding(answer: ProbeReply, read: (answer: ProbeReply) => boolean | null): boolean | null {
  if (!answer.fault) return read(answer);
  return refusesQuestion(answer.fault) ? false : null;
}

function fit(
  question: GenerateRequest,
  { max_output_tokens: ceiling, dialect, api }: ProbedModel & RequestDialect,
) {
  return {
    ...question,
    maxOutputTokens: Math.min(question.maxOutputTokens, ceiling),
    ...(dialect && { dialect }),
    ...(api && { api }),
  };
}
