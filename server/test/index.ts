/** What proofs take from the tests. */
export { anthropicBodies } from './compat/anthropic-bodies.ts';
export { openAiBodies } from './compat/openai-bodies.ts';
export { typeFaults } from './compat/vendor-types.ts';
export { startConsoleFixture, type ConsoleFixture } from './console/console-fixture.ts';
