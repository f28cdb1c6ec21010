/** Numbers that code clients report of a person's work, by OTLP (CODE). */
export { answerTelemetry, type CodeTelemetryDeps, type OtlpEncoding } from './answer-telemetry.ts';
export { codeTelemetryModule } from './code-telemetry-module.ts';
export type { TelemetrySettings } from './otlp/point-list.ts';
export { decodeJson } from './otlp/decode-json.ts';
export { decodeProtobuf } from './otlp/decode-protobuf.ts';
