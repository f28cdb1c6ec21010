const SECOND_MS = 1000;

let written = '';
let writtenSecond = 0;

/**
 * Now as the Date header of HTTP has it (RFC 9110 §5.6.7). Real time, as in the responses whose head Node writes. Formatted once a
 * second.
 */
export function httpDate(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / SECOND_MS);
  if (second !== writtenSecond) {
    writtenSecond = second;
    written = new Date(nowMs).toUTCString();
  }
  return written;
}
