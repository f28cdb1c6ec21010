/** One reply of several generations: tools of ours between them, compaction, forms that are enforced. */
export { FormatChecker } from './format/format-checker.ts';
export { firstPrompt } from './first-prompt.ts';
export { startReply, type ReplyDeps } from './start-reply.ts';
export type { ReplyLimits } from './reply-run.ts';
export type { OpenTools, ServerTool, ToolCaller, ToolOutcome, ToolSource, WebSource } from './server-tool.ts';
