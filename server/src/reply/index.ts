export { FormatChecker } from './format/format-checker.ts';
export { startReply, type ReplyRooms } from './start-reply.ts';
export type { ReplyLimits } from './reply-run.ts';
export type { OpenTools, ServerTool, ToolCaller, ToolOutcome, ToolSource, WebSource } from './server-tool.ts';
