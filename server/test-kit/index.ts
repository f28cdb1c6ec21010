export * from './running-service.ts';
export * from './scripted-upstream.ts';
export * from './worlds.ts';
