export { lowerCompilerPriority, lowerOwnPriority } from './lower-priority.ts';
export { serveAsyncCalls, serveCalls } from './serve-calls.ts';
export { WorkerHost } from './worker-host.ts';
export { ThreadEnded } from './worker-thread.ts';
