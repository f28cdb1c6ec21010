import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type { CodeTelemetryResult, CodeTelemetry } from '../generated/types.ts';

export class Code {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reports counters of a code client as OTLP writes them in JSON. A report that is sent again counts once. */
  reportTelemetry(body: CodeTelemetry, options?: RequestOptions): Promise<CodeTelemetryResult> {
    return this.#transport.json({ ...PATHS.reportCodeTelemetry, body, repetition: 'safe' }, options);
  }
}
