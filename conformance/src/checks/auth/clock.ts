import type { Deployment } from '../../deployments/deployment.ts';

const STEP_S = 5 * 365 * 86_400;

/** Moves the test clock to a moment, in steps a service accepts. Returns at once when it lies in the past. */
export async function advanceTo(deployment: Deployment, moment: number): Promise<void> {
  for (;;) {
    const leftS = Math.floor((moment - deployment.nowMs()) / 1000);
    if (leftS <= 0) return;
    await deployment.advanceClock(Math.min(leftS, STEP_S));
  }
}
