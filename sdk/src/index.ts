export type { Query, RequestOptions } from './core/call.ts';
export { readApiError } from './core/error-body.ts';
export type { ErrorFields } from './core/error-fields.ts';
export * from './core/errors.ts';
export type { Pages } from './core/pages.ts';
export { isWorthRetrying } from './core/retry.ts';
export type { ProgressListener, UploadProgress } from './core/upload-body.ts';
export { Admin } from './generated/admin.ts';
export type { ErrorCode, ErrorType } from './generated/errors.ts';
export type { OperationErrors } from './generated/operation-errors.ts';
export type * from './generated/types.ts';
export type { FileSource } from './resources/file-source.ts';
export type { UploadOptions } from './resources/send-form.ts';
export { ReplyStream } from './streaming/reply-stream.ts';
export * from './svc.ts';
export type { ChatToolRequest, ExtendedChatMessage } from './tools/chat-dialogue.ts';
export type { MessagesToolRequest } from './tools/message-dialogue.ts';
export type { ToolSchema, TypeOf } from './tools/schema-type.ts';
export {
  tool,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolOutput,
  type TextOutput,
} from './tools/tool.ts';
export { type ToolRun, type ToolRunOptions } from './tools/tool-run.ts';
export {
  WebhookVerificationError,
  webhooks,
  type VerificationFailure,
  type VerifyOptions,
} from './webhooks/verify.ts';
