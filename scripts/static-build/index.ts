/** Builds of pages for browsers: put in place at once, compressed, and only when they are stale. */
export { buildStatic, buildStaticIfStale, type StaticBuild } from './static-build.ts';
