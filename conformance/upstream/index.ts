export { assertBrokenStream, assertCompletedStream } from '../src/calls/chat-stream.ts';
export * from './message-grammar.ts';
export * from './scripted-messages.ts';
export * from './scripted-replies.ts';
export * from './scripted-upstream.ts';
