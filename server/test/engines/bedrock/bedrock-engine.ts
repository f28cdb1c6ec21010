import { DOUBLE_KEYS, DOUBLE_REGION, type BedrockDouble } from '#test-kit';

/** An engine at a double of Bedrock, with its keys. */
export function bedrockEngine(
  { baseUrl }: Pick<BedrockDouble, 'baseUrl'>,
  more: Readonly<Record<string, unknown>> = {},
): object {
  const { accessKeyId, secretAccessKey } = DOUBLE_KEYS;
  return {
    type: 'bedrock',
    region: DOUBLE_REGION,
    credentials: { access_key_id: accessKeyId, secret_access_key: secretAccessKey },
    base_url: baseUrl,
    timeouts: { first_output_s: 2, silence_s: 2, total_s: 20 },
    ...more,
  };
}
