/** Numbers that code clients report of a person's work, by OTLP (CODE). */
export { respondToTelemetry, type CodeTelemetryDeps, type OtlpEncoding } from './respond-to-telemetry.ts';
export { codeTelemetryModule } from './code-telemetry-module.ts';
export type { TelemetrySettings } from './otlp/point-list.ts';
export { decodeJson } from './otlp/decode-json.ts';
export { decodeProtobuf } from './otlp/decode-protobuf.ts';
