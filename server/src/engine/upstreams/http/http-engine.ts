import type { Engine, EngineRun, EngineSink } from '../../events.ts';
import type { GenerateRequest } from '../../turns.ts';
import { newCallId } from './call-id.ts';
import { fitRequest, refuse } from './fit-request.ts';
import { HttpUpstream, type HttpEngineOptions } from './http-upstream.ts';
import type { ReplyOutput } from './reply-output.ts';
import type { ReplyReader } from './reply-reader.ts';
import { LearnedFormats, type RequestFormat } from './request-format.ts';
import type { ChunkedBody } from './request-writer.ts';
import { SentRequestFormat } from './sent-format.ts';
import { nameForEngine, type NamePatterns } from './sent-names.ts';
import { SignedParts } from './signed-parts.ts';

export interface NamedEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what its models sign is its own. */
  readonly name: string;
}

/** How a server wants requests of one kind. */
export interface WireFormat {
  /** Before anything is learned. */
  readonly format: RequestFormat;
  /** Follows the model in the origin of signed parts, where the engine's other forms cannot read them. */
  readonly origin?: string;
  readonly names?: NamePatterns;
}

/** What one request is written and its reply read with. */
export interface WireTarget {
  /** The engine's own name for the model. */
  readonly model: string;
  /** As learned so far. */
  readonly format: RequestFormat;
  /** The engine and model whose signed parts may go to it. */
  readonly origin: string;
  /** Takes what it signs. Undefined: nothing can call a tool. */
  readonly signed: SignedParts | undefined;
  readonly newCallId: (isSigned: boolean) => string;
}

/** A request in the protocol of its server. */
export interface WrittenCall {
  /** Below the engine's address. */
  readonly path: string;
  readonly body: string | ChunkedBody;
  readonly reader: (output: ReplyOutput) => ReplyReader;
}

/** A model server of some protocol: its subclasses know how requests are written, and how replies are read. */
export abstract class HttpEngine implements Engine {
  protected readonly upstream: HttpUpstream;
  /** The highest that the protocol knows. */
  protected readonly maxTemperature: number = Infinity;
  readonly #name: string;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #formats = new LearnedFormats();

  /** `ownHeaders`: the protocol's; the operator's take precedence. */
  constructor(options: NamedEngineOptions, ownHeaders: Readonly<Record<string, string>>) {
    const { name, clock } = options;
    this.upstream = new HttpUpstream(options, ownHeaders);
    this.#name = name;
    this.#newCallId = (isSigned) => newCallId(clock.nowMs(), isSigned);
  }

  protected abstract formatOf(request: GenerateRequest): WireFormat;
  protected abstract write(request: GenerateRequest, target: WireTarget): WrittenCall;

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const form = this.formatOf(request);
    const learned = this.#formats.of(form, model);
    const format = learned.with(request.lessons);
    const fitted = fitRequest(request, format, this.maxTemperature);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const origin = `${this.#name} ${model}${form.origin ?? ''}`;
    const signed = request.memory && new SignedParts(request.memory, origin);
    const { request: named, callerNames } = nameForEngine(fitted.request, form.names);
    const call = this.write(named, { model, format, origin, signed, newCallId: this.#newCallId });
    const sent = new SentRequestFormat(learned, fitted.request);
    return this.upstream.start({ ...call, format: sent, callerNames }, fitted.request, sink);
  }

  reloaded(): void {
    this.#formats.forget();
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}
