export type { AnswerFace } from './answer-face.ts';
export type { Credential } from './credential.ts';
export type { ErrorRendering } from './error-rendering.ts';
export { Exchange } from './exchange.ts';
export type { Admission, ChosenModel, InferenceCall } from './inference-call.ts';
export type { ModelEndpoint } from './model-endpoint.ts';
export type { RunSummary } from './run-summary.ts';
export { baseHeaders, CORS_HEADERS, sendJson } from './send-json.ts';
export { sequence, type Step } from './step.ts';
