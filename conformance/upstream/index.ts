export * from './scripted-replies.ts';
export * from './scripted-upstream.ts';
