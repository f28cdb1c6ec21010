/** One request and its response, as steps and features see it. */
export type { CodePoint } from './code-point.ts';
export { toCredential, type CallingOrganization, type Credential, type MatchedKey } from './credential.ts';
export type { DirectoryCaller } from './directory-caller.ts';
export type { EmbeddingsCall } from './embeddings-call.ts';
export type { ErrorRenderer, ErrorRendering, RenderedError } from './error-rendering.ts';
export { BufferedExchange } from './buffered/buffered-exchange.ts';
export { Exchange, type CallMetering, type LimitReached } from './exchange.ts';
export type {
  Admitted,
  Authenticated,
  CallerExchange,
  Directed,
  DirectoryExchange,
  EmbeddingsExchange,
  GenerationExchange,
  Identified,
  KeyExchange,
  Member,
  MemberExchange,
  MeteredExchange,
  Operated,
  OperatorExchange,
  Parsed,
  ParsedEmbeddings,
  Rated,
  Reserved,
  Selected,
  SignedIn,
  SignedInExchange,
} from './facts.ts';
export { HttpExchange } from './http/http-exchange.ts';
export { IncomingBody, isChunked, tooLarge, type BodyShare } from './http/incoming-body.ts';
export type {
  Admission,
  BuiltinTool,
  ChosenModel,
  ContextManagement,
  EarlierReply,
  InferenceCall,
  ItemReference,
  McpServer,
  Need,
  PendingContent,
  RenamedTool,
  ResponsesRequest,
  SentSummary,
} from './inference-call.ts';
export type { PolicyCheck } from './policy-check.ts';
export type { KeyRestrictions } from './key-restrictions.ts';
export { NO_LIMIT, type Measure, type MinuteLimits } from './minute-limits.ts';
export { NO_OWN_RATES, type OwnRates } from './own-rates.ts';
export type { EmbeddingsEndpoint, ModelEndpoint } from './model-endpoint.ts';
export { toError, toRefusal, type Refusal } from './refusal.ts';
export type {
  BodyParser,
  CallParserName,
  EmbeddingsOptions,
  ParsedBodies,
  UncountedEmbeddings,
} from './parsed-bodies.ts';
export { jsonBounds, readJson } from './read-json.ts';
export type { JsonBounds } from './scan-json.ts';
export type { ReplySink } from './reply-sink.ts';
export type { PromptCall, PromptVariable, RenderedMessage } from './prompt-call.ts';
export type { BillingSource, DeferredCharge, RecordedCharge, Reservation } from './reservation.ts';
export type { OperatorCaller } from './operator-caller.ts';
export type { Membership, Person } from './person.ts';
export type { RateTicket } from './rate-ticket.ts';
export { KeepAlive } from './keep-alive.ts';
export type { ResponseEncoder } from './response-encoder.ts';
export type { EventSink, ResponseSink, Silence } from './response-sink.ts';
export type { RunSummary, RunTimes } from './run-summary.ts';
export { baseHeaders, CORS_HEADERS } from './http/send-json.ts';
export { hasLongBody, streamBody } from './http/stream-body.ts';
export { WholeRequest, type BodyTaker } from './http/whole-request.ts';
export { KEEP_ALIVE_MS, WholeResponse } from './http/whole-response.ts';
export { stopParsing } from './http/stop-parsing.ts';
export { sequence, type Step } from './step.ts';
