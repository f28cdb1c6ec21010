import fc from 'fast-check';

const seed = process.env['TEST_SEED'];
if (seed) fc.configureGlobal({ seed: Number(seed) });
