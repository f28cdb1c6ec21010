export type { OpenTools, ServerTool, ServerToolKind, ToolCaller, ToolOutcome, ToolSource, WebSource } from './server-tool.ts';
export { WebCitations } from './web-citations.ts';
