import type { ModelConfig } from '#config';
import { tariffOf } from '#features/billing';
import { storableJson, type UsageRecord } from '#store';
import type { LineCharge, LineResponse } from './call-model.ts';
import type { Outcome } from './decide-outcome.ts';
import type { LocalLine } from './open-batch.ts';

/**
 * A line that ran, and all that is written of it. It does not refer to its call: until the commit all objects of the call would
 * survive, and what survives for long is only freed by full collections, which delay live calls.
 */
export interface EndedLine {
  readonly line: LocalLine;
  readonly outcome: EndedOutcome;
  readonly requestId: string;
  readonly statusCode: number;
  readonly response: string;
  /** The usage of the call, or how it failed, as JSON. Undefined for a line that runs again. */
  readonly record: string | undefined;
  readonly counters: LineCounters;
  readonly charge: LineCharge;
}

export type EndedOutcome = Exclude<Outcome, { readonly type: 'held_up' }>;

/** What a succeeded line adds to the counters of its batch. */
export interface LineCounters {
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_nanos: number;
  readonly plan_milli: number;
  readonly direct_nanos: number;
}

const NO_COUNTERS: LineCounters = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cost_nanos: 0,
  plan_milli: 0,
  direct_nanos: 0,
};

export function toEndedLine(line: LocalLine, response: LineResponse, outcome: EndedOutcome): EndedLine {
  const { requestId, status, text, charge } = response;
  return {
    line,
    outcome,
    requestId,
    statusCode: status,
    response: outcome.type === 'retry' ? '' : text,
    record: recordOf(response, outcome),
    counters: outcome.type === 'succeeded' ? countersOf(response) : NO_COUNTERS,
    charge,
  };
}

function recordOf({ usage, failure }: LineResponse, { type }: EndedOutcome): string | undefined {
  if (type === 'retry') return undefined;
  return storableJson(type === 'succeeded' ? usage! : failure!);
}

function countersOf(response: LineResponse): LineCounters {
  const usage = response.usage!;
  return {
    input_tokens: usage.input_tokens,
    cached_input_tokens: usage.cached_input_tokens,
    output_tokens: usage.output_tokens,
    reasoning_tokens: usage.reasoning_tokens,
    cost_nanos: usage.cost_nanos,
    plan_milli: usage.plan_milli,
    direct_nanos: directNanos(response.model!, usage),
  };
}

/** The cost of the call outside of a batch, paid by credits: its tokens at full price, and its tools. */
function directNanos(model: ModelConfig, record: UsageRecord): number {
  const usage = {
    inputTokens: record.input_tokens,
    cachedInputTokens: record.cached_input_tokens,
    outputTokens: record.output_tokens,
    reasoningTokens: 0,
  };
  const paidByCredits = record.billing_source === 'api_credit';
  const toolNanos = paidByCredits ? record.cost_nanos - tariffOf(model, 'batch').costNanos(usage) : 0;
  return tariffOf(model).costNanos(usage) + toolNanos;
}
