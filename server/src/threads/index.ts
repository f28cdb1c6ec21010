export { lowerCompilerPriority, lowerOwnPriority } from './lower-priority.ts';
