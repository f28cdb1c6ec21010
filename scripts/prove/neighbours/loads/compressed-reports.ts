import { gzipSync } from 'node:zlib';
import type { Load } from '../load.ts';
import { repeat, requestJson } from './calls.ts';

const INFLATED_BYTES = 1_048_576;
const CONCURRENCY = 100;

/** A kilobyte each, which becomes a megabyte of JSON. What counts is what it becomes: that is what is reserved. */
export const COMPRESSED_REPORTS: Load = {
  name: 'compressed reports',
  async run({ url, codeKeys }, hold, signal) {
    const text = '{"resourceMetrics":[]}'.padEnd(INFLATED_BYTES);
    const body = gzipSync(text);
    const headers = { 'content-encoding': 'gzip' };
    await repeat(CONCURRENCY, signal, (i) => {
      const key = codeKeys[i % codeKeys.length]!;
      const request = requestJson({ url, key, signal }, 'POST', '/v1/code/telemetry', body, headers);
      return hold(INFLATED_BYTES, request);
    });
  },
};
