/** One reply made of several generations: server tools between them, compaction, enforced output formats. */
export { FormatChecker } from './format/format-checker.ts';
export { firstPrompt } from './first-prompt.ts';
export { startReply, type ReplyDeps } from './start-reply.ts';
export type { ReplyLimits } from './reply-run.ts';
export type { OpenTools, ServerTool, ToolCaller, ToolOutcome, ToolSource, WebSource } from './server-tool.ts';
