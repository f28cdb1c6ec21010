import { S3Client } from '@aws-sdk/client-s3';
import type { S3StorageConfig } from '#config';

/** Timeout for a connection, and for the response to one request or part; also the idle timeout of a stream. */
const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Attempts per request. */
const ATTEMPTS = 3;
const CONNECTIONS = 64;

/** The SDK client for a bucket. It ignores the environment and files in the home directory. */
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
    // Encrypted content is authenticated, and not every service supports the default checksums.
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
