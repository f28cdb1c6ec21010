/** The one place where the suite touches anything beside itself: the scripted engine its own deployments answer from. */
export * from '../../server/test-kit/scripted-upstream.ts';
