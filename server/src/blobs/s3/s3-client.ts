import { S3Client } from '@aws-sdk/client-s3';
import type { S3StorageConfig } from '#config';

/** Waiting for a connection, and for the answer to one request or part; a stream may be idle for as long. */
const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Tries of one request. */
const ATTEMPTS = 3;
const CONNECTIONS = 64;

/** The library's client for a bucket, with nothing of the environment or of files in the home directory. */
export function createS3Client(config: S3StorageConfig): S3Client {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  return new S3Client({
    region: config.region,
    ...(config.endpoint ? { endpoint: config.endpoint } : {}),
    forcePathStyle: config.path_style,
    credentials: {
      accessKeyId: config.access_key.reveal(),
      secretAccessKey: config.secret_key.reveal(),
    },
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // Sealed content proves itself, and not every service takes the checksums that are the default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
