import type { ModelConfig } from '#config';
import type { CapacityLease, FunctionTool, ToolChoice, Turn } from '#engine';
import type { RateTicket } from './rate-ticket.ts';
import type { Reservation } from './reservation.ts';

/** The catalogue's answer to a model name: which model runs and within which bounds. */
export interface ChosenModel {
  /** Public id, the only name a caller may see. */
  readonly id: string;
  /** The model as configured when the request was admitted, its prices included. */
  readonly config: ModelConfig;
  /** Tokens, prompt plus reply. */
  readonly contextWindow: number;
}

/** One model call on its way through the inference pipeline, whatever its wire form. */
export interface InferenceCall {
  /** As the caller named it; undefined when left out. */
  readonly requestedModel: string | undefined;
  readonly stream: boolean;
  /** As asked for; undefined when left out. */
  readonly maxTokens: number | undefined;
  /** The conversation with the identity instruction in front (BILL-09). */
  readonly turns: readonly Turn[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
}

/** What the steps between parsing and the engine decide. */
export interface Admission {
  readonly model: ChosenModel;
  /** The plan does not include the requested model, so the default one answers (inference contract §3.2). */
  readonly downgraded: boolean;
  /** Clamped to the model's ceiling and to what the context window leaves. */
  readonly maxOutputTokens: number;
  /** Bytes of the prompt: at least its tokens. */
  readonly promptBytes: number;
  /** Tokens of the prompt, where admission had to count them. */
  readonly promptTokens: number | undefined;
  /** What it counts as against the model's limits per minute. Set by `limitModelRate`. */
  rates: RateTicket | undefined;
  /** A slot at the engines; released by the run, however it ends. */
  lease: CapacityLease | undefined;
  /** Who pays; its source is reported in `x-svc-billing-source`. Set by `reserveAllowance`, ended by the meter. */
  reservation: Reservation | undefined;
}
