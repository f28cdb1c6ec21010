/** An answer is no cheaper when it costs more than this share of the cheapest round before. */
const FLAT_SHARE = 0.95;
const FLAT_ROUNDS = 2;

/** One round of load: its answers, and the processor time of the contender meanwhile. */
export interface WarmUpRound {
  readonly responses: number;
  readonly cpuSeconds: number;
}

/**
 * Repeats a round until two in a row made an answer no cheaper, or `most` rounds have run. V8 goes on compiling for tens of thousands of answers: after
 * a fixed warm-up of two seconds the service was measured half warm, and a proxy with a tenth of its code was not. Resolves with the number of rounds.
 */
export async function warmUntilFlat(round: () => Promise<WarmUpRound>, most: number): Promise<number> {
  let least = Infinity;
  let flat = 0;
  let rounds = 0;
  while (rounds < most && flat < FLAT_ROUNDS) {
    const { responses, cpuSeconds } = await round();
    rounds++;
    const cost = cpuSeconds / responses;
    flat = cost > least * FLAT_SHARE ? flat + 1 : 0;
    least = Math.min(least, cost);
  }
  return rounds;
}
