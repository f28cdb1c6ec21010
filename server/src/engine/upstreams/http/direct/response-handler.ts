/** Acts on the connection of one call. */
export interface CallControl {
  /** Ends the connection. The call hears of it by `onResponseError`. */
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** The headers of a response that calls look at. */
export interface ResponseHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'retry-after'?: string | undefined;
  readonly 'retry-after-ms'?: string | undefined;
  readonly 'x-amzn-errortype'?: string | undefined;
}

/** What a call is told of its response. */
export interface ResponseHandler {
  /** May come again when the call has waited for a connection. */
  onRequestStart(control: CallControl): void;
  /** The first byte has arrived. */
  onResponseStarted(): void;
  onResponseStart(control: CallControl, status: number, headers: ResponseHeaders): void;
  /** Of a stream the packet is lent: what is to be kept has to be copied. */
  onResponseData(control: CallControl, packet: Buffer): void;
  onResponseEnd(): void;
  onResponseError(): void;
}
