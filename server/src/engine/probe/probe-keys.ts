import { performance } from 'node:perf_hooks';
import type { Clock } from '#kit';
import { KeyHealth, type KeyState } from '../key-health.ts';
import type { ProbeReply } from './ask-question.ts';
import { type ProbeReason, probeReason } from './probe-reason.ts';

/** What an engine says of one of its keys. Operators see its name only. */
export interface KeyProbe {
  readonly name: string;
  /** Null: not found out, since what failed is not the key. */
  readonly state: KeyState['state'] | null;
  readonly reason: ProbeReason | null;
  /** When it may be used again, unix milliseconds. */
  readonly untilMs: number | null;
}

/** Judges a key by the answer to a question as calls would judge it. */
export function judgeKey(name: string, { fault }: ProbeReply, clock: Clock): KeyProbe {
  const nowMs = performance.now();
  const health = new KeyHealth();
  const reason = fault && probeReason(fault);
  if (reason === 'throttled') health.throttled(nowMs, fault?.retryAfterSeconds);
  else if (reason === 'unauthorized') health.refused(nowMs);
  else if (reason !== undefined) return { name, state: null, reason, untilMs: null };
  const { untilMs, ...state } = health.state(nowMs);
  return { name, ...state, untilMs: untilMs === null ? null : clock.nowMs() + (untilMs - nowMs) };
}
