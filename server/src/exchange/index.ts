/** One request and its answer as steps and features see it. */
export type { AnswerFace } from './answer-face.ts';
export { AnswerStream } from './answer-stream.ts';
export type { Credential, MatchedKey } from './credential.ts';
export type { EmbeddingsCall } from './embeddings-call.ts';
export type { ErrorRendering } from './error-rendering.ts';
export { Exchange } from './exchange.ts';
export type {
  Admission,
  BuiltinTool,
  ChosenModel,
  ContextManagement,
  EarlierReply,
  InferenceCall,
  McpServer,
  Need,
  PendingContent,
} from './inference-call.ts';
export type { EmbeddingsEndpoint, ModelEndpoint } from './model-endpoint.ts';
export { readJson } from './read-json.ts';
export type { ReplySink } from './reply-sink.ts';
export type { BillingSource, RecordedCharge, Reservation } from './reservation.ts';
export type { Membership, Person } from './person.ts';
export type { RateTicket } from './rate-ticket.ts';
export { KeepAlive } from './keep-alive.ts';
export type { RunSummary } from './run-summary.ts';
export { baseHeaders, CORS_HEADERS, sendJson } from './send-json.ts';
export { sequence, type Step } from './step.ts';
