import assert from 'node:assert/strict';

/** Runs each check and prints one line of JSON for it. */
export async function runChecks(checks, prefix = '') {
  for (const [name, check] of Object.entries(checks)) {
    const fault = await check().then(
      () => undefined,
      (error) => String(error?.message ?? error).slice(0, 300),
    );
    console.log(JSON.stringify({ check: `${prefix}${name}`, ...(fault === undefined ? {} : { fault }) }));
  }
}

/** Passes when the call rejects. */
export const rejects = (call) => assert.rejects(call);
