import type { BetaFlag, RequestedOperation } from '@svc/contract';
import {
  BufferedExchange,
  type CallMetering,
  type Credential,
  type GenerationExchange,
  type InferenceCall,
  type ResponseEncoder,
} from '#exchange';
import type { MeterDeps } from '../steps/generate.ts';
import { CallCharge } from './call-charge.ts';

/** A model call that the service makes itself. `Call`: undefined where the body is still to be parsed. */
export interface InternalCall<Call extends InferenceCall | undefined = InferenceCall | undefined> {
  readonly requestId: string;
  readonly operation: RequestedOperation;
  readonly receivedAtMs: number;
  readonly startedAt: number;
  /** Present if the call is made for a client that named its request. */
  readonly clientRequestId?: string | undefined;
  readonly caller: Credential;
  readonly call: Call;
  /** Undefined where the call is parsed already, or the body cannot be read. */
  readonly body?: Buffer | undefined;
  readonly betas: readonly BetaFlag[];
  readonly version: string | undefined;
  /** Absent: recorded as its operation says. */
  readonly metering?: CallMetering;
  /** Encodes the response, and may pass the events on while the call runs. */
  readonly encoder: (exchange: GenerationExchange) => ResponseEncoder;
  /** Aborted: the call is over at once, as if its client had left. */
  readonly signal: AbortSignal;
}

/** The exchange of an internal call. Only the pipeline of the call sees it; whoever makes the call gets an outcome. */
export class InternalExchange<
  Call extends InferenceCall | undefined = InferenceCall | undefined,
> extends BufferedExchange {
  declare credential: Credential;
  declare call: Call;
  readonly encoder: InternalCall['encoder'];
  /** Where its usage goes. */
  readonly meter: MeterDeps;
  /** Set for calls that their owner charges. */
  readonly charge = new CallCharge();
  readonly #serviceTier: 'standard' | 'batch';
  readonly #clientRequestId: string | undefined;

  constructor(request: InternalCall<Call>, meter: MeterDeps, serviceTier: 'standard' | 'batch') {
    super(request);
    this.credential = request.caller;
    this.call = request.call;
    this.bytes = request.body;
    this.betas = request.betas;
    this.version = request.version;
    this.metering = request.metering;
    this.encoder = request.encoder;
    this.meter = meter;
    this.#serviceTier = serviceTier;
    this.#clientRequestId = request.clientRequestId;
  }

  override get serviceTier(): 'standard' | 'batch' {
    return this.#serviceTier;
  }

  override get clientRequestId(): string | undefined {
    return this.#clientRequestId;
  }

  /** A live call took its slot. */
  preempt(): void {
    this.leave();
  }
}
