import { URI } from 'otpauth';

const STEP_MS = 30_000;

/** An authenticator app that was shown the QR code. */
export class Authenticator {
  readonly #code: ReturnType<typeof URI.parse>;

  constructor(uri: string) {
    this.#code = URI.parse(uri);
  }

  /** What it shows at a time; `later`: so many steps of half a minute later. */
  code(nowMs: number, later = 0): string {
    const timestamp = nowMs + later * STEP_MS;
    if (!('period' in this.#code)) throw new Error('the code is not one of time');
    return this.#code.generate({ timestamp });
  }
}
