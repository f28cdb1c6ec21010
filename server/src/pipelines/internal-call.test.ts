import { describe, expect, it } from 'vitest';
import { ApiError, INFERENCE_OPERATIONS } from '@svc/contract';
import { NO_OWN_RATES, toCredential, type RunSummary, type Step } from '#exchange';
import type { UsageRecord } from '#store';
import { internalCall, type CallPath, type InternalCallDeps } from './internal-call.ts';
import type { InternalCall, InternalExchange } from './internal/internal-exchange.ts';
import { NoSlot } from './steps/limits/admit-in-background.ts';

const ORGANIZATION = { id: 'org_1', plan: 'pro', ownRates: NO_OWN_RATES, zeroDataRetention: false };
const RECORD = { request_id: 'req_1', outcome: 'completed' } as UsageRecord;
const SUMMARY = { outcome: 'completed' } as RunSummary;

function callOf(signal: AbortSignal = new AbortController().signal): InternalCall<undefined> {
  return {
    requestId: 'req_1',
    operation: INFERENCE_OPERATIONS[0],
    receivedAtMs: 0,
    startedAt: 0,
    caller: toCredential(ORGANIZATION, { userId: 'user_1', workspaceId: 'ws_1' }),
    call: undefined,
    betas: [],
    version: undefined,
    encoder: () => expect.unreachable(),
    signal,
  };
}

/** Runs a call whose steps are this one, and keeps what the service records. */
function start(
  step: (exchange: InternalExchange) => void | Promise<void>,
  more: Partial<CallPath<undefined>> = {},
  signal?: AbortSignal,
) {
  const recorded: unknown[] = [];
  const finished: unknown[] = [];
  const seen: { exchange?: InternalExchange } = {};
  const deps: InternalCallDeps = {
    errors: {
      send: ({ sink }, cause) => sink.json((cause as ApiError).status, 'refused', []),
      late: () => '',
    },
    tokenCounter: {} as InternalCallDeps['tokenCounter'],
    journal: {
      append: (record, written) => {
        recorded.push(record);
        written(undefined, 0);
      },
    },
    finished: (_, summary) => void finished.push(summary),
  };
  const steps: Step<InternalExchange> = (exchange) => {
    seen.exchange = exchange;
    return step(exchange);
  };
  const call = internalCall(deps, { steps, recordedBy: 'service', serviceTier: 'standard', ...more });
  return { outcome: call(callOf(signal)), recorded, finished, seen };
}

/** What a metered run does at its end. */
function complete(exchange: InternalExchange): void {
  exchange.metered = true;
  exchange.meter.journal.append(RECORD, () => exchange.sink.json(200, 'reply', []));
  exchange.meter.finished(exchange, SUMMARY);
}

describe('an internal call', () => {
  it('BILL-01 has its response and its usage as outcome, and is recorded by the service', async () => {
    const { outcome, recorded, finished } = start(complete);
    expect(await outcome).toMatchObject({
      type: 'responded',
      requestId: 'req_1',
      status: 200,
      text: 'reply',
      isComplete: true,
      usage: RECORD,
      failure: undefined,
      refusal: undefined,
    });
    expect([recorded, finished]).toEqual([[RECORD], [SUMMARY]]);
  });

  it('D-BATCH-6 leaves its usage to an owner who charges it', async () => {
    const { outcome, recorded, finished } = start(complete, { recordedBy: 'owner', serviceTier: 'batch' });
    expect(await outcome).toMatchObject({ status: 200, usage: RECORD });
    expect([recorded, finished]).toEqual([[], []]);
  });

  it('is incomplete if its reply was broken off', async () => {
    const { outcome } = start((exchange) => {
      exchange.metered = true;
      const cut = { ...RECORD, outcome: 'failed' } as const;
      exchange.meter.journal.append(cut, () => exchange.sink.json(200, 'rep', []));
      exchange.meter.finished(exchange, SUMMARY);
    });
    expect(await outcome).toMatchObject({ status: 200, isComplete: false });
  });

  it.each([
    ['service', [undefined], undefined],
    ['owner', [], { request_id: 'req_1', outcome: 'refused', status: 402 }],
  ] as const)('has a refusal as response, which the %s records', async (recordedBy, reports, failure) => {
    const refusal = new ApiError('quota_exceeded');
    const { outcome, finished } = start(() => Promise.reject(refusal), { recordedBy });
    const response = await outcome;
    expect(response).toMatchObject({ type: 'responded', status: 402, text: 'refused', refusal });
    expect(finished).toEqual(reports);
    expect(response).toMatchObject({ failure });
  });

  it.each([
    ['no slot', new NoSlot('model'), 'model'],
    ['a dependency that is unavailable', new Error('unavailable'), undefined],
  ])('D-BATCH-7 is not run for %s, and nothing is left of it', async (_, refusal, modelId) => {
    const { outcome, finished, seen } = start(() => Promise.reject(refusal), {
      recordedBy: 'owner',
      isOutage: (cause) => !(cause instanceof NoSlot),
    });
    expect(await outcome).toEqual({ type: 'not_run', modelId });
    expect([seen.exchange?.sink.status, finished]).toEqual([undefined, []]);
    // Listeners for its end were called.
    let isClosed = false;
    seen.exchange?.onClose(() => (isClosed = true));
    expect(isClosed).toBe(true);
  });

  it('has a response even if a run fails to start', async () => {
    const { outcome, finished } = start((exchange) => {
      exchange.metered = true;
      throw new ApiError('internal_error');
    });
    expect(await outcome).toMatchObject({ type: 'responded', status: 500 });
    expect(finished).toEqual([undefined]);
  });

  it('is over as soon as an owner cancels it, whatever a step still waits for', async () => {
    const canceling = new AbortController();
    const never = new Promise<void>(() => undefined);
    const { outcome, seen } = start(() => never, { recordedBy: 'owner' }, canceling.signal);
    canceling.abort();
    expect(await outcome).toEqual({ type: 'canceled', usage: undefined });
    expect(seen.exchange?.disconnected).toBe(true);
  });

  it('BILL-04 is billed for what was generated when it was canceled', async () => {
    const canceling = new AbortController();
    const cut = { ...RECORD, outcome: 'client_closed' } as const;
    const { outcome, recorded, finished } = start(
      (exchange) => {
        exchange.metered = true;
        exchange.onClose(() =>
          setImmediate(() => {
            exchange.meter.journal.append(cut, () => undefined);
            exchange.meter.finished(exchange, SUMMARY);
          }),
        );
      },
      {},
      canceling.signal,
    );
    canceling.abort();
    expect(await outcome).toEqual({ type: 'canceled', usage: cut });
    expect([recorded, finished]).toEqual([[cut], [SUMMARY]]);
  });

  it('runs no step if it was canceled before', async () => {
    const { outcome, seen } = start(complete, { recordedBy: 'owner' }, AbortSignal.abort());
    expect(await outcome).toMatchObject({ type: 'canceled' });
    expect(seen.exchange).toBeUndefined();
  });
});
