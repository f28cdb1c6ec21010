import { tariffOf } from '#features/billing';
import { toCallRecord } from '#features/request-records';
import { storableJson, type UsageRecord } from '#store';
import type { Outcome } from './decide-outcome.ts';
import type { LineCharge } from './line-charge.ts';
import type { LineExchange } from './line-exchange.ts';
import type { LocalLine } from './open-batch.ts';

/**
 * A line that ran, and all that is written of it. It does not refer to its exchange: until the commit all objects of the call would
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

export function toEndedLine(line: LocalLine, exchange: LineExchange, outcome: EndedOutcome): EndedLine {
  const { requestId, sink, charge, record } = exchange;
  return {
    line,
    outcome,
    requestId,
    statusCode: sink.status!,
    response: outcome.type === 'retry' ? '' : sink.text,
    record: recordOf(exchange, outcome),
    counters: outcome.type === 'succeeded' ? countersOf(exchange, record!) : NO_COUNTERS,
    charge,
  };
}

function recordOf(exchange: LineExchange, { type }: EndedOutcome): string | undefined {
  if (type === 'retry') return undefined;
  return storableJson(type === 'succeeded' ? exchange.record! : toCallRecord(exchange, exchange.summary)!);
}

function countersOf(exchange: LineExchange, record: UsageRecord): LineCounters {
  return {
    input_tokens: record.input_tokens,
    cached_input_tokens: record.cached_input_tokens,
    output_tokens: record.output_tokens,
    reasoning_tokens: record.reasoning_tokens,
    cost_nanos: record.cost_nanos,
    plan_milli: record.plan_milli,
    direct_nanos: directNanos(exchange, record),
  };
}

/** The cost of the call outside of a batch, paid by credits: its tokens at full price, and its tools. */
function directNanos({ admission }: LineExchange, record: UsageRecord): number {
  const { config } = admission!.model;
  const usage = {
    inputTokens: record.input_tokens,
    cachedInputTokens: record.cached_input_tokens,
    outputTokens: record.output_tokens,
    reasoningTokens: 0,
  };
  const paidByCredits = record.billing_source === 'api_credit';
  const toolNanos = paidByCredits ? record.cost_nanos - tariffOf(config, 'batch').costNanos(usage) : 0;
  return tariffOf(config).costNanos(usage) + toolNanos;
}
