import { PLAIN_HEADERS, type Contender } from './contender.ts';

/** The mock without anything before it: what the instruments themselves can do, and the zero of added latency. */
export const direct: Contender = {
  name: 'direct',
  describe: () => ({ version: 'mock upstream, nothing between' }),
  start: ({ upstreamPort }) =>
    Promise.resolve({ port: upstreamPort, headerSets: PLAIN_HEADERS, stop: () => Promise.resolve() }),
};
