/** Messages: turns of typed blocks (inference contract §2.7). */
export { messagesEndpoint, type MessagesDeps, type MessagesSettings } from './messages-endpoint.ts';
export { parseMessagesRequest, type MessagesParserSettings } from './parse/parse-messages-request.ts';
export { messageHeaders, toMessageUsage } from './answer/message-head.ts';
export { OrderedBlocks, type BlockHead, type BlockTarget } from './answer/ordered-blocks.ts';
export { mergeTexts } from './parse/merge-texts.ts';
export { refuseTooManyParts } from './parse/refuse-too-many-parts.ts';
export type { MessageEnd, MessageFormat, ReplyBlock } from './answer/message-format.ts';
export { PING, StreamedMessage } from './answer/streamed-message.ts';
export { toCitation } from './answer/to-citation.ts';
export { WholeMessage } from './answer/whole-message.ts';
