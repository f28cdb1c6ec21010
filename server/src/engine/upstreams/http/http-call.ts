import { ByteCollector } from '#kit';
import { EngineFault, type EngineRun, type EngineSink } from '../../events.ts';
import type { AmendedRequest } from '../../refusal.ts';
import type { CallControl, ResponseHandler, ResponseHeaders } from './direct/response-handler.ts';
import type { Credential } from './credentials/credential.ts';
import { renewsCredential } from './credentials/renews-credential.ts';
import type { ReplyOutput } from './reply-output.ts';
import type { ReplyReader } from './reply-reader.ts';
import { withRefusal } from './refusals/with-refusal.ts';
import { RefusedResponse } from './refused-response.ts';
import { framingOf, kindOfBody, responseKind } from './response-head.ts';
import type { SentFormat } from './sent-format.ts';
import { createStreamParser, type Framing, type StreamParser } from './stream-parser.ts';

const MAX_WHOLE_RESPONSE_BYTES = 64 * 1024 * 1024;
/** Created once: an abort's stack is useless, and capturing it costs more than the abort. */
const ABORTED = new Error('aborted');

/** What a call needs of its engine. */
export interface CallOwner {
  readonly credential: Credential | undefined;
  readonly nowMs: () => number;
  /**
   * Calls that ended for us while their response continues. `expire` is called on those that stay too long.
   */
  readonly lingering: { add(call: HttpCall): void; delete(call: HttpCall): void };
}

/** The response's receiver and parser. */
export interface CallParts {
  readonly sink: EngineSink;
  readonly output: ReplyOutput;
  readonly reply: ReplyReader;
  readonly streamRequested: boolean;
  readonly format: SentFormat;
  /** Another token may be tried: this is no repeat with one. */
  readonly mayRenew: boolean;
}

type Phase = 'waiting' | 'stream' | 'whole';

/**
 * One call to a model server: the raw parts of its response on one side, the engine's events on the other.
 */
export class HttpCall implements ResponseHandler, EngineRun {
  readonly #owner: CallOwner;
  readonly #sink: EngineSink;
  readonly #output: ReplyOutput;
  readonly #reply: ReplyReader;
  readonly #streamRequested: boolean;
  readonly #format: SentFormat;
  readonly #mayRenew: boolean;
  /** The lines by which the server was to take the request. */
  authorization = '';
  #controller: CallControl | undefined;
  #phase: Phase = 'waiting';
  /** The first byte of a response arrived. */
  #hasResponded = false;
  /** The sink got its final event, or the run was aborted: it gets nothing more. */
  #over = false;
  #lingers = false;
  #framing: Framing = 'lines';
  #parser: StreamParser | undefined;
  #whole: ByteCollector | undefined;
  #refused: RefusedResponse | undefined;

  constructor(owner: CallOwner, { sink, output, reply, streamRequested, format, mayRenew }: CallParts) {
    this.#owner = owner;
    this.#sink = sink;
    this.#output = output;
    this.#reply = reply;
    this.#streamRequested = streamRequested;
    this.#format = format;
    this.#mayRenew = mayRenew;
  }

  /** Nothing more is wanted of it. */
  get isOver(): boolean {
    return this.#over;
  }

  /** What would make the server take it cannot be had. */
  cannotSend(error: unknown): void {
    this.#failWith(error);
  }

  resume(): void {
    if (!this.#over) this.#controller?.resume();
  }

  get responseModel(): string | undefined {
    return this.#reply.model;
  }

  get repliedWhole(): boolean {
    return this.#phase === 'whole';
  }

  abort(): void {
    this.#over = true;
    this.#output.silence();
    // Before the request has a connection there is nothing to destroy; `onRequestStart` then does it.
    this.#controller?.abort(ABORTED);
  }

  /** The response is no longer useful: we know enough of a refusal, and a stream after its end is noise. */
  expire(): void {
    if (!this.#over && this.#refused) this.#fail(this.#refused.toFault());
    this.#controller?.abort(ABORTED);
  }

  onRequestStart(controller: CallControl): void {
    this.#controller = controller;
    if (this.#over) controller.abort(ABORTED);
  }

  onResponseStarted(): void {
    this.#hasResponded = true;
  }

  onResponseStart(_controller: CallControl, status: number, headers: ResponseHeaders): void {
    if (this.#over || status < 200) return;
    if (status !== 200) return this.#refuse(status, headers);
    this.#owner.credential?.accepted();
    const format = responseKind(headers, this.#streamRequested);
    if (format === 'unknown') return this.#fail(new EngineFault('broken'));
    this.#phase = format;
    this.#framing = framingOf(headers);
    if (format === 'whole') this.#whole = new ByteCollector(MAX_WHOLE_RESPONSE_BYTES);
  }

  onResponseData(controller: CallControl, packet: Buffer): void {
    if (this.#phase === 'stream' && !this.#parser) this.#beginStream(packet);
    if (this.#phase === 'stream') return this.#streamed(controller, packet);
    if (this.#over) return;
    if (this.#refused) {
      if (!this.#refused.add(packet)) this.#fail(this.#refused.toFault());
    } else if (!this.#whole?.add(packet)) this.#fail(new EngineFault('broken'));
  }

  onResponseEnd(): void {
    // Its connection may already carry another call.
    this.#controller = undefined;
    if (this.#lingers) this.#owner.lingering.delete(this);
    if (this.#over) return;
    if (this.#refused) return this.#fail(this.#refused.toFault());
    try {
      if (this.#phase === 'whole') this.#readWhole();
      else this.#parser?.finish();
    } catch (error) {
      // The essential part has arrived: a truncated last event lacks usage at worst.
      if (!this.#reply.finished || error instanceof EngineFault) return this.#failWith(error);
    }
    if (this.#over) return;
    if (this.#reply.finished || this.#phase === 'whole') this.#complete();
    else this.#fail(new EngineFault('broken'));
  }

  onResponseError(): void {
    this.#controller = undefined;
    if (this.#lingers) this.#owner.lingering.delete(this);
    if (this.#over) return;
    // The error's text may name hosts; what matters is whether a response had begun.
    if (this.#refused) this.#fail(this.#refused.toFault());
    else this.#fail(new EngineFault(this.#hasResponded ? 'broken' : 'unreachable'));
  }

  /** Some servers send one JSON body for a stream, above all errors. */
  #beginStream(packet: Buffer): void {
    const format = this.#framing === 'frames' ? 'stream' : kindOfBody(packet);
    if (format !== 'whole') {
      if (format === 'stream') this.#parser = this.#newParser();
      return;
    }
    this.#phase = 'whole';
    this.#whole = new ByteCollector(MAX_WHOLE_RESPONSE_BYTES);
  }

  #streamed(controller: CallControl, packet: Buffer): void {
    if (this.#over) return;
    try {
      this.#parser?.push(packet);
    } catch (error) {
      return this.#failWith(error);
    }
    if (this.#over) return;
    if (!this.#output.dirty) return this.#sink.alive?.();
    this.#output.dirty = false;
    this.#format.accepted();
    if (!this.#sink.flush() && !this.#over) controller.pause();
  }

  /** Handles one event of the stream. False ends the reading. */
  #message(data: string, isError: boolean): boolean {
    if (this.#over) return false;
    // Without a character it is a sign of life.
    if (data.length < 8 && data.trim() === '' && !isError) return true;
    const isLast = this.#readEvent(data);
    if (isError) throw withRefusal(new EngineFault('broken'), data);
    if (isLast) {
      this.#linger();
      this.#complete();
      return false;
    }
    if (this.#output.overrun) {
      this.#complete();
      this.#controller?.abort(ABORTED);
    }
    return !this.#over;
  }

  #readEvent(data: string): boolean {
    try {
      return this.#reply.event(data);
    } catch (error) {
      throw withRefusal(error, data);
    }
  }

  /** Some servers send events although one answer was asked for, and call them JSON. */
  #readWhole(): void {
    const body = this.#whole!.take();
    if (kindOfBody(body) !== 'stream') return this.#readJson(body.toString().replace(/^\ufeff/, ''));
    this.#phase = 'stream';
    this.#parser = this.#newParser();
    this.#parser.push(body);
    this.#parser.finish();
  }

  #newParser(): StreamParser {
    return createStreamParser(this.#framing, (data, isError) => this.#message(data, isError));
  }

  #readJson(json: string): void {
    try {
      this.#reply.whole(json);
    } catch (error) {
      throw withRefusal(error, json);
    }
  }

  #refuse(status: number, headers: ResponseHeaders): void {
    this.#refused = new RefusedResponse(status, headers, this.#owner.nowMs());
    // An endless body must not keep the caller waiting.
    this.#linger();
  }

  #linger(): void {
    this.#lingers = true;
    this.#owner.lingering.add(this);
  }

  #complete(): void {
    try {
      this.#reply.finish();
    } catch (error) {
      return this.#failWith(error);
    }
    this.#format.accepted();
    // The sink may have aborted in reaction to the last events.
    if (this.#over) return;
    this.#over = true;
    this.#sink.end();
  }

  #failWith(error: unknown): void {
    this.#fail(error instanceof EngineFault ? error : new EngineFault('broken'));
  }

  /** Closes the connection with the run: a response that is not fully read cannot be followed by another. */
  #fail(fault: EngineFault): void {
    if (this.#over) return;
    if (fault.refusal?.reason === 'content_filter') return this.#endFiltered();
    this.#over = true;
    this.#controller?.abort(ABORTED);
    fault.amended = this.#amendment(fault);
    this.#sink.fail(fault);
  }

  /** A filtered prompt is an outcome, and no failure (D-ENG-7). Another route would only get around the filter. */
  #endFiltered(): void {
    this.#output.finishFiltered();
    // The sink may have aborted in reaction to the last events.
    if (this.#over) return;
    this.#over = true;
    this.#controller?.abort(ABORTED);
    this.#sink.end();
  }

  #amendment(fault: EngineFault): AmendedRequest | undefined {
    if (this.#mayRenew && renewsCredential(this.#owner.credential, this.authorization, fault))
      return { credentialRenewed: true };
    return fault.refusal && this.#format.amend(fault.refusal);
  }
}
