/** Of 64 KB each. With twice as many the rest waits longer, and bodies are no faster. */
const BODIES_PER_YIELD = 4;

const waiting: (() => void)[] = [];

/**
 * Continues with a body in one of the next turns of the event loop, in the order of the calls. Each turn reads a few bodies, however many
 * arrive at once: a request that comes meanwhile takes several turns.
 */
export function continueAfterYield(next: () => void): void {
  if (waiting.push(next) === 1) setImmediate(continueSome);
}

function continueSome(): void {
  for (const next of waiting.splice(0, BODIES_PER_YIELD)) next();
  if (waiting.length > 0) setImmediate(continueSome);
}
